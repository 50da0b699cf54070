import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./return-path";

describe("safeReturnPath", () => {
  it.each([
    ["/painel"],
    ["/"],
    ["/sc/home?ref=qr#mapa"],
    ["/english/painel"],
    ["/logins"],
    ["/admin/events?page=2"],
    ["/%5Cevil.com"],
    ["/%2F%2Fevil.com"],
    ["/apimentado"],
  ])("accepts %s", (value) => {
    expect(safeReturnPath(value, "/home")).toBe(value);
    expect(new URL(value, "http://localhost").origin).toBe("http://localhost");
  });

  it.each([
    ["nothing", null],
    ["an empty value", ""],
    ["a relative path", "painel"],
    ["another origin", "https://evil.com"],
    ["another origin without protocol", "//evil.com"],
    ["a backslash", "/\\evil.com"],
    ["a late backslash", "/painel\\..\\evil"],
    ["dots before another origin", "/.//evil.com"],
    ["dots inside before another origin", "/x/..//evil.com"],
    ["a tab", "/\t/evil.com"],
    ["a line break", "/painel\nLocation: x"],
    ["a space", "/ /evil.com"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a login page", "/login"],
    ["a login page with a query", "/login?next=/login"],
    ["a login page reached by dots", "/painel/../login"],
    ["a translated login page", "/espanol/login"],
    ["a login page by its internal address", "/pt-BR/login"],
    ["the staff's login page", "/english/admin/login"],
    ["the sellers' login page", "/vendedor/login"],
    ["a mail link", "/auth/confirm?token_hash=x"],
    ["a route handler", "/api/session"],
    ["a path that is too long", `/${"a".repeat(300)}`],
  ])("rejects %s", (_name, value) => {
    expect(safeReturnPath(value, "/home")).toBe("/home");
  });
});
