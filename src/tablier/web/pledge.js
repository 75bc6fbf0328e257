// @ts-check
// What is shown of something before it is shown itself.

/** @param {Uint8Array} data */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {BufferSource} data */
export const sha256 = async (data) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));

/** @param {string} text */
export const fixed = (text) => sha256(new TextEncoder().encode(text));

/**
 * What is shown of somebody's luck before anybody shows theirs.
 * @param {string} commitment the one that they had seen
 * @param {string} luck
 */
export const pledge = (commitment, luck) => fixed(`${commitment}:${luck}`);
