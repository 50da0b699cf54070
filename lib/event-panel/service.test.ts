import { unzipSync, strFromU8 } from "fflate";
import { expect, it } from "vitest";
import { workbookOf } from "./service";

it("writes every cell as text, so that no cell is a formula", async () => {
  const files = unzipSync(new Uint8Array(await workbookOf([["Nome"], ["=1+1"], ["<b>&"]], "Inscrições")));
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
  expect(sheet).not.toContain("<f>");
  expect(sheet).not.toContain('t="n"');
  expect(strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array()) + sheet).toContain("=1+1");
});
