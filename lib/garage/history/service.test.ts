import sharp from "sharp";
import { expect, it } from "vitest";
import { pdfPages } from "../../../tests/support/pdf-pages";
import { drawHistory, shrinkPicture, type HistoryContent } from "./service";

const picture = async () =>
  shrinkPicture(
    new Uint8Array(
      await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#7a4a21" } })
        .webp()
        .toBuffer(),
    ).buffer,
  );
const contentOf = (entries: number, more: Partial<HistoryContent> = {}): HistoryContent => ({
  title: "Histórico: Opala",
  cover: null,
  facts: [["Carro", "Chevrolet Opala 1974"]],
  story: "",
  summary: [{ title: "Consumo", rows: [["Gasolina", "8,1 km/l"]], note: "De tanque cheio a tanque cheio." }],
  years: [
    {
      title: "2026",
      note: "",
      entries: Array.from({ length: entries }, (_, index) => ({
        head: `1 de mar. de 2026 · Abastecimento ${index} · R$ 227,15`,
        details: ["45.320 km · 38,5 L · R$ 5,90/L · tanque cheio · Posto São João, Lages", "Rodou bem na serra."],
      })),
    },
  ],
  noEntries: "Nada",
  lists: [{ title: "Peças", lines: [], empty: "Nenhuma peça" }],
  receipts: null,
  page: (number) => `página ${number}`,
  ...more,
});

it("shrinks a picture, and returns null for bytes that are not a picture", async () => {
  expect(await picture()).toMatchObject({ width: 1100, height: 825 });
  expect(await shrinkPicture(new ArrayBuffer(8))).toBeNull();
});

it("draws 1,000 entries in a few seconds of processor time, all of them", async () => {
  const before = process.cpuUsage();
  const file = await drawHistory(contentOf(1000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(10);
  const text = (await pdfPages(file)).map((page) => page.text).join(" ");
  expect(text).toContain("Abastecimento 0 ");
  expect(text).toContain("Abastecimento 999 ");
  expect(text).toContain("Nenhuma peça");
});

it("reads one receipt after another, names those that cannot be read, and numbers the pages", async () => {
  let open = 0;
  const read = async () => {
    open += 1;
    expect(open).toBe(1);
    const found = await picture();
    open -= 1;
    return found;
  };
  const receipts = {
    title: "Notas",
    notes: ["Ficaram de fora: 3"],
    pictures: [
      { caption: "Nota 1", read },
      { caption: "Nota 2", read },
      { caption: "Nota 3", read: async () => null },
    ],
    unreadable: "não lida",
  };
  const pages = await pdfPages(await drawHistory(contentOf(1, { cover: await picture(), receipts })));
  const texts = pages.map(({ text }) => text);
  expect(texts.at(-1)).toContain("Nota 3: não lida");
  expect(texts.join(" ")).toContain("Ficaram de fora: 3");
  expect(texts[0]).toContain("página 1");
  expect(pages[0]).toMatchObject({ width: 210, height: 297 });
});
