import { describe, expect, it } from "vitest";
import { pageViewRow } from "./rules";
import { pageViewSchema } from "./schema";

const HOST = "localhost:3000";
const view = (path: string, referrer?: string) => pageViewRow({ path, locale: "pt-BR", referrer }, HOST);

describe("pageViewRow", () => {
  it.each([
    ["/", "/", null],
    ["/sc/home", "/sc/home", "SC"],
    ["/sc/home?utm_source=qr#mapa", "/sc/home", "SC"],
    ["/espanol/es/home", "/es/home", "ES"],
    ["/english", "/", null],
    ["/select-state/sc", "/select-state/sc", null],
    ["/approval/segredo?x=1", "/approval/:token", null],
    ["/espanol/eventos/publicar/segredo", "/eventos/publicar/:token", null],
    ["/administradores", "/administradores", null],
    ["/apimentado", "/apimentado", null],
  ])("%s is stored as %s in %s", (path, stored, state) => {
    expect(view(path)).toMatchObject({ page_path: stored, state_abbr: state, locale: "pt-BR" });
  });

  it.each([
    ["/admin"],
    ["/admin/users"],
    ["/english/admin/users"],
    ["/pt-BR/admin"],
    ["/api/health"],
    ["/espanol/api"],
    ["/admin?x=1"],
  ])("%s is not counted", (path) => {
    expect(view(path)).toBeNull();
  });

  it.each([
    [undefined, null],
    ["https://www.google.com/search?q=segredo", "www.google.com"],
    [`http://${HOST}/home`, null],
    ["android-app://com.exemplo", null],
    ["nada", null],
    [`https://${"a".repeat(250)}.com/`, "a".repeat(200)],
  ])("from the referrer %s it stores %s", (referrer, host) => {
    expect(view("/home", referrer)?.referrer_host).toBe(host);
  });
});

describe("pageViewSchema", () => {
  it.each([
    [{ path: "/home", locale: "pt-BR" }, true],
    [{ path: "/home", locale: "es-419", referrer: "https://x.com" }, true],
    [{ path: "home", locale: "pt-BR" }, false],
    [{ path: "", locale: "pt-BR" }, false],
    [{ path: "/home", locale: "pt" }, false],
    [{ path: `/${"a".repeat(300)}`, locale: "pt-BR" }, false],
    [{ path: 7, locale: "pt-BR" }, false],
    [null, false],
  ])("accepts %j: %s", (body, expected) => {
    expect(pageViewSchema.safeParse(body).success).toBe(expected);
  });
});
