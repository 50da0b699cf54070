// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { errorMessages, textOf } from "./error-messages";

const messages = { login: { failed: { title: "Falha" } }, oauth: "Falha com {provider}: {reason}" };

describe("textOf", () => {
  it.each([
    ["login.failed.title", {}, "Falha"],
    ["oauth", { provider: "Google", reason: "{reason}" }, "Falha com Google: {reason}"],
    ["oauth", { provider: "Google" }, "Falha com Google: {reason}"],
    ["login.nada.title", {}, "login.nada.title"],
    ["login.failed", {}, "login.failed"],
    ["login.failed.title.length", {}, "login.failed.title.length"],
    ["toString", {}, "toString"],
  ])("%s with %j returns '%s'", (key, values, text) => {
    expect(textOf(messages, key, values)).toBe(text);
  });
});

describe("errorMessages", () => {
  afterEach(() => {
    document.documentElement.lang = "";
  });

  it.each([
    ["pt-BR", "Acesso Negado"],
    ["en-US", "Access Denied"],
    ["es-419", "Acceso Denegado"],
    ["fr", "Acesso Negado"],
  ])("of a page in %s contain '%s'", async (lang, title) => {
    document.documentElement.lang = lang;
    expect(textOf(await errorMessages(), "access.denied.title").toLowerCase()).toBe(title.toLowerCase());
    expect(errorMessages()).toBe(errorMessages());
  });
});
