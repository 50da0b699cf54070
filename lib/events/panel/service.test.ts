import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { workbookOf } from "./service";

it("writes texts as texts, amounts as numbers and moments as dates", async () => {
  const bytes = await workbookOf(
    [
      ["Nome", "Telefone", "Valor", "Vagas", "Pago em"],
      ["=1+1", "+55-48-98888-7777", { cents: 123_450 }, 2, { at: "2026-11-28T10:06:00Z", timeZone: "America/Manaus" }],
      ["@clube.do.fusca", "- Zé do Opala", null, 0, null],
    ],
    "Inscrições",
  );
  const files = unzipSync(new Uint8Array(bytes));
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
  const texts = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array()) + sheet;
  expect(sheet).not.toContain("<f>");
  for (const text of ["=1+1", "+55-48-98888-7777", "@clube.do.fusca", "- Zé do Opala"])
    expect(texts).toContain(`>${text}<`);
  expect(texts).not.toContain("'");
  expect(sheet).toContain("<v>1234.5</v>");
  // 28 November 2026, 06:06 in Manaus, as a serial number of days.
  expect(sheet).toMatch(/<v>46354\.2541\d*<\/v>/);
});
