import { describe, expect, it } from "vitest";
import { afterMessage } from "./rules";

describe("afterMessage", () => {
  it.each([
    ["/sc/servicos/oficina-azul", "/sc/servicos/oficina-azul#mensagem-enviada"],
    ["/espanol/sc/servicos/oficina-azul", "/espanol/sc/servicos/oficina-azul#mensagem-enviada"],
    ["//example.org/sc/servicos/x", "/#mensagem-enviada"],
    ["https://example.org", "/#mensagem-enviada"],
    ["/admin", "/#mensagem-enviada"],
  ])("from %s goes to %s", (path, target) => {
    expect(afterMessage(path, "enviada")).toBe(target);
  });
});
