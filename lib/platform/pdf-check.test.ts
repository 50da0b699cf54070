import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openPages } from "./pdf-writer";
import { requireInactivePdf } from "./pdf-check";

const file = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...objects.map((part) => Buffer.concat([Buffer.from(part), Buffer.from("\n")])),
    Buffer.from("trailer << /Root 1 0 R >>\n%%EOF"),
  ]);

const stream = (keys: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`7 0 obj << ${keys} /Length ${data.length} >> stream\r\n`),
    data,
    Buffer.from("\nendstream endobj"),
  ]);

const packed = (objects: string, keys = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode") =>
  stream(keys, deflateSync(Buffer.from(objects)));

const CATALOG = "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj";

describe("requireInactivePdf", () => {
  it.each([
    ["a script at opening", "1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >> endobj"],
    ["a script with escaped letters", "1 0 obj << /OpenAction << /S /J#61vaScr#69pt /J#53 (x) >> >> endobj"],
    ["a script behind a rendition", "1 0 obj << /AA << /O << /S /Rendition /JS (x) >> >> >> endobj"],
    ["a list of scripts", "1 0 obj << /Names << /JavaScript 3 0 R >> >> endobj"],
    ["a started program", "1 0 obj << /OpenAction << /S/Launch/F(cmd.exe) >> >> endobj"],
    ["a scripted form", "1 0 obj << /AcroForm << /XFA 3 0 R >> >> endobj"],
    ["a script in an object stream", packed("3 0 << /S /JavaScript /JS (x) >>")],
    ["a script in an object stream without its type", packed("3 0 << /JS(x) >>", "/N 1 /First 4 /Filter /FlateDecode")],
    ["an object stream with an escaped type", packed("3 0 << /S /Launch >>", "/Type /Obj#53tm /Filter /FlateDecode")],
    [
      "an object stream with an unknown encoding",
      stream("/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode", Buffer.from("?")),
    ],
    [
      "an object stream with changed bytes",
      packed("3 0", "/Type /ObjStm /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>"),
    ],
    ["an object stream that is too large", packed(" ".repeat(40 * 1024 * 1024))],
  ])("refuses a PDF with %s", async (_, object) => {
    await expect(requireInactivePdf(file(CATALOG, object))).rejects.toMatchObject({ code: "pdf.active" });
  });

  it.each([
    ["a view to open at", "1 0 obj << /OpenAction [3 0 R /Fit] >> endobj"],
    ["links", "4 0 obj << /A << /S /URI /URI (https://example.com/JS) >> >> endobj"],
    ["a font named like a script", "4 0 obj << /BaseFont /JSerif >> endobj"],
    ["compressed pages", stream("/Filter /FlateDecode", deflateSync(Buffer.from("BT (text) Tj ET")))],
    ["an object stream", packed("3 0 << /Type /Page >>")],
    ["a picture in which the letters occur", stream("/Filter /DCTDecode", Buffer.from("\u0001/JS \u0002"))],
  ])("accepts a PDF with %s", async (_, object) => {
    await expect(requireInactivePdf(file(CATALOG, object))).resolves.toBeUndefined();
  });

  it("accepts the PDFs of the portal", async () => {
    const pages = openPages("Teste", (page) => `Página ${page}`);
    pages.title("Histórico");
    pages.text("Um texto com /JavaScript dentro.");
    await expect(requireInactivePdf(await pages.end())).resolves.toBeUndefined();
  });
});
