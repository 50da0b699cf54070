import { describe, expect, it } from "vitest";
import { barsOf, fileName, isReadable, qrText, type QrContent, type QrText } from "./rules";

const SITE = "https://lacambeche.exemplo";
const wifi = (answers: Partial<Extract<QrContent, { kind: "wifi" }>>): QrContent => ({
  kind: "wifi",
  network: "Casa",
  password: "senha1234",
  security: "WPA",
  hidden: false,
  ...answers,
});

describe("qrText", () => {
  it.each<[QrContent, QrText]>([
    [{ kind: "page", path: "/sc/home" }, { text: `${SITE}/sc/home` }],
    [{ kind: "page", path: "sc/rota/serra" }, { text: `${SITE}/sc/rota/serra` }],
    [{ kind: "page", path: `${SITE}/radio?utm_source=qr` }, { text: `${SITE}/radio?utm_source=qr` }],
    [{ kind: "page", path: "https://outro.exemplo/x" }, { problem: "pageInvalid" }],
    [{ kind: "page", path: "//outro.exemplo" }, { problem: "pageInvalid" }],
    [{ kind: "page", path: " " }, { problem: "pageInvalid" }],
    [{ kind: "link", url: "clube.exemplo/agenda" }, { text: "https://clube.exemplo/agenda" }],
    [{ kind: "link", url: "javascript:alert(1)" }, { problem: "linkInvalid" }],
    [{ kind: "link", url: "nada" }, { problem: "linkInvalid" }],
    [{ kind: "link", url: `https://a.exemplo/${"x".repeat(800)}` }, { problem: "tooLong" }],
    [{ kind: "whatsapp", phone: "(48) 99999-1234", message: "" }, { text: "https://wa.me/5548999991234" }],
    [
      { kind: "whatsapp", phone: "+598 99 123 456", message: "Oi, tudo?" },
      { text: "https://wa.me/59899123456?text=Oi%2C%20tudo%3F" },
    ],
    [{ kind: "whatsapp", phone: "00598 99 123 456", message: "" }, { text: "https://wa.me/59899123456" }],
    [{ kind: "whatsapp", phone: "(048) 99999-1234", message: "" }, { text: "https://wa.me/5548999991234" }],
    [{ kind: "whatsapp", phone: "(55) 99988-7766", message: "" }, { problem: "phoneCountry" }],
    [{ kind: "whatsapp", phone: "123", message: "" }, { problem: "phoneInvalid" }],
    [wifi({}), { text: "WIFI:T:WPA;S:Casa;P:senha1234;;" }],
    [
      wifi({ network: 'Bar; "do Zé"', password: "a:b\\c,defg", hidden: true }),
      { text: 'WIFI:T:WPA;S:Bar\\; \\"do Zé\\";P:a\\:b\\\\c\\,defg;H:true;;' },
    ],
    [wifi({ security: "nopass", password: "ignorada" }), { text: "WIFI:T:nopass;S:Casa;;" }],
    [wifi({ password: "curta" }), { problem: "passwordShort" }],
    [wifi({ network: "" }), { problem: "networkMissing" }],
  ])("%j", (content, expected) => {
    expect(qrText(content, SITE)).toEqual(expected);
  });
});

describe("isReadable", () => {
  it.each([
    ["#000000", "#ffffff", true],
    ["#0b7a4a", "#ffffff", true],
    ["#f7b733", "#ffffff", false],
    ["#ffffff", "#000000", false],
  ])("%s on %s: %s", (dark, light, expected) => {
    expect(isReadable(dark, light)).toBe(expected);
  });
});

describe("barsOf", () => {
  it("joins adjacent dark modules of a row, never across rows", () => {
    const rows = ["##.#", "...#", "#..."];
    expect(barsOf({ size: 3, isDark: (row, column) => rows[row]![column] === "#" })).toEqual([
      { x: 0, y: 0, width: 2 },
      { x: 0, y: 2, width: 1 },
    ]);
  });
});

describe("fileName", () => {
  it.each([
    ["Pousada da Serra!", "qr-pousada-da-serra.png"],
    ["", "qr-wifi.png"],
  ])("of '%s' is %s", (caption, expected) => {
    expect(fileName(caption, "wifi", "png")).toBe(expected);
  });
});
