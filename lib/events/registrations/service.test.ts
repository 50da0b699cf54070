import { expect, it } from "vitest";
import { pdfPages } from "../../../tests/support/pdf-pages";
import { openPdf } from "../../platform/pdf";
import { drawWindscreen } from "./service";

const card = {
  qr: "LCE1.teste",
  event: "Encontro de teste",
  number: "WMWM2345",
  car: "Volkswagen Fusca 1968",
  kind: "Expositor",
};

it("the card for a windscreen is one A5 page with code, car and kind, also when they are long", async () => {
  const { pdf, bytes } = openPdf("Teste");
  drawWindscreen(pdf, card);
  drawWindscreen(pdf, { ...card, car: "Volkswagen Karmann-Ghia ".repeat(6), kind: "Expositor de fora ".repeat(9) });
  pdf.end();
  const pages = await pdfPages(await bytes);
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [210, 148],
    [210, 148],
  ]);
  expect(pages[0]!.text).toBe("ENCONTRO DE TESTE WMWM2345 Volkswagen Fusca 1968 Expositor");
  expect(pages[1]!.text).toContain("WMWM2345");
  expect(pages[1]!.text).toMatch(/Volkswagen.*….*Expositor.*…$/);
});
