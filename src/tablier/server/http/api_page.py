"""The page that says what can be asked by HTTP, made from the OpenAPI description."""

from html import escape
from typing import Any

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tablier: HTTP</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>Tablier by HTTP</h1>
<p>The same as <a href="/api/openapi.json">OpenAPI</a>. Moves are played by the socket <code>/ws</code>.</p>"""


def page(description: dict[str, Any]) -> str:
    sections = (
        _section(path, verb, about, description)
        for path, verbs in description["paths"].items()
        for verb, about in verbs.items()
    )
    return HEAD + "".join(sections) + "</body></html>"


def _section(path: str, verb: str, about: dict[str, Any], description: dict[str, Any]) -> str:
    said = escape(about.get("description") or about.get("summary", ""))
    takes = [(given["name"], f"({given['in']})") for given in about.get("parameters", [])]
    body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    form = description.get("components", {}).get("schemas", {}).get(body.get("$ref", "").rpartition("/")[2], {})
    takes += [(name, field.get("description", "")) for name, field in form.get("properties", {}).items()]
    listed = "".join(f"<li><code>{escape(name)}</code> {escape(text)}</li>" for name, text in takes)
    return f"<section><h2><code>{verb.upper()} {escape(path)}</code></h2><p>{said}</p><ul>{listed}</ul></section>"
