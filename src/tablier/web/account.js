// @ts-check
// Me: my name, and an account if I want my games on every device.

import { dialog, fill, h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { become, come, me, person } from "./me.js";
import { ask, why, wire } from "./wire.js";
import { t, when } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Account } from "./frame.d.ts" */

/** @param {HTMLElement} main */
export async function account(main) {
  await person(false);
  const sessions = me ? await ask("GET", "/api/sessions").catch(() => []) : [];
  /** @param {() => Promise<unknown>} run */
  const attempt = async (run) => {
    try {
      await run();
      notice(t("account.done"));
      account(main);
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
  };
  /**
   * @param {"name" | "passphrase" | "old" | "new"} name
   * @param {"text" | "password"} type
   * @param {string} value
   * @param {string} complete what browsers may fill in
   */
  const field = (name, type, value = "", complete = "off") =>
    h(
      "label.option",
      {},
      h("span", {}, t(`account.${name}`)),
      h("input", { name, type, value, required: true, maxLength: 200, autocomplete: complete }),
    );
  /**
   * @param {string} title
   * @param {(fields: any) => Promise<unknown>} run
   * @param {Child[]} fields
   */
  const form = (title, run, ...fields) =>
    h(
      "form.panel-form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const given = Object.fromEntries(new FormData(event.currentTarget));
          attempt(() => run(given));
        },
      },
      h("h2", {}, t(title)),
      fields,
      h("button.primary", {}, t(`${title}.do`)),
    );
  /** @param {Account} fields */
  const rename = async ({ name }) => (me ? become(await ask("PATCH", "/api/me", { name })) : come(name));
  /** @param {Account} fields */
  const make = async (fields) => become(await ask("POST", "/api/account", fields));
  /** @param {Account} fields */
  const signIn = async (fields) => {
    become(await ask("POST", "/api/session", fields));
    if (wire.state !== "closed") wire.restart();
  };
  /**
   * Nothing of me stays in this browser, neither what the worker has kept.
   * @param {"/api/session" | "/api/me"} path
   */
  const leave = async (path) => {
    await ask("DELETE", path);
    await self.caches?.delete("tablier");
    become(null);
    location.assign("/");
  };
  const forget = () =>
    dialog(t("account.forget.sure"), (close) =>
      h(
        "div.row",
        {},
        h("button.danger", { onclick: () => leave("/api/me") }, t("account.forget")),
        h("button", { onclick: close }, t("choice.cancel")),
      ),
    );
  fill(
    main,
    h(
      "div.reading",
      {},
      h("h1", {}, me?.name || t("nav.me")),
      form("account.rename", rename, field("name", "text", me?.name || "", "nickname")),
      !me?.account &&
        me &&
        form(
          "account.make",
          make,
          h("p", {}, t("account.why")),
          field("name", "text", me.name, "username"),
          field("passphrase", "password", "", "new-password"),
        ),
      !me?.account &&
        form(
          "account.in",
          signIn,
          field("name", "text", "", "username"),
          field("passphrase", "password", "", "current-password"),
        ),
      me?.account &&
        form(
          "account.change",
          (fields) => ask("POST", "/api/account/passphrase", fields),
          field("old", "password", "", "current-password"),
          field("new", "password", "", "new-password"),
        ),
      sessions.length > 1 &&
        h(
          "div.panel-form",
          {},
          h("h2", {}, t("account.sessions")),
          sessions.map(({ id, begun, used, ...one }) =>
            h(
              "div.row",
              {},
              t("account.session", { begun: when(begun), used: when(used) }),
              one.this
                ? h("b", {}, t("account.this"))
                : h("button", { onclick: () => attempt(() => ask("DELETE", `/api/sessions/${id}`)) }, t("account.end")),
            ),
          ),
          h("button", { onclick: () => attempt(() => ask("DELETE", "/api/sessions")) }, t("account.others")),
        ),
      h(
        "div.row",
        {},
        me?.account &&
          h(
            "a.button",
            { href: `/person/${encodeURIComponent(me.name)}`, "data-link": "" },
            icon("person"),
            t("person.mine"),
          ),
        h("a.button", { href: "/games", "data-link": "" }, icon("archive"), t("nav.games")),
        h("a.button", { href: "/settings", "data-link": "" }, icon("settings"), t("preferences")),
      ),
      me &&
        h(
          "div.row.account-end",
          {},
          h("a.button", { href: "/api/me/export", download: "tablier.json" }, t("account.export")),
          h("button", { onclick: () => leave("/api/session") }, t("account.out")),
          h("button.danger", { onclick: forget }, t("account.forget")),
        ),
    ),
  );
}
