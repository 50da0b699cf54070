import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { redactPath, redactSecrets } from "./redact";

const token = randomBytes(32).toString("base64url").replace(/^../, "aB");
const old = randomBytes(32).toString("hex");
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

describe("redactSecrets", () => {
  it.each([
    [`Failed to fetch https://x.org/pagamento/${token}`, token],
    [`Failed to fetch https://x.org/anuncio/${old}/x`, old],
    [`/auth/confirm?token_hash=abc123&type=recovery`, "abc123"],
    [`/callback?next=/a&code=4%2F0Ab`, "4%2F0Ab"],
    [`#access_token=abc`, "abc"],
    [`bearer ${jwt}`, "eyJzdWIiOiIxIn0"],
    ["key sb_secret_abcdefgh refused", "abcdefgh"],
    ["connect postgres://postgres:s3cr3t@127.0.0.1:5432/postgres", "s3cr3t"],
    [`smtp://user:p%40ss@mail.example.org`, "p%40ss"],
  ])("removes the secret from '%s'", (text, secret) => {
    const shown = redactSecrets(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain("[redacted]");
  });

  it.each([
    "service.unavailable: 23505",
    "at /sc/rota/caminho-da-serra-do-rio-do-rastro-em-dois-dias-282",
    "id 00000000-0000-4000-8000-000000000001",
    "chunk 0a1b2c3d4e5f6789.js",
    "GET https://x.org/sc/home?pagina=2",
  ])("does not change '%s'", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

it.each([
  [`/pagamento/${token}/outra`, "/pagamento/:token/outra"],
  [`/Anuncio/${old}`, "/Anuncio/:token"],
  ["/sc/rota/caminho-da-serra-do-rio-do-rastro-em-dois-d", "/sc/rota/caminho-da-serra-do-rio-do-rastro-em-dois-d"],
])("the path %s is stored as %s", (path, stored) => {
  expect(redactPath(path)).toBe(stored);
});
