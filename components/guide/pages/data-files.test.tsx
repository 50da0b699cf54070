import { createTranslator } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { listDataFiles } from "@/lib/guide/open-data/queries";
import messages from "@/messages/pt-BR/guide/pages.json";
import { DataFiles } from "./data-files";

vi.mock("next-intl/server", () => ({
  getLocale: async () => "pt-BR",
  getTranslations: async () => createTranslator({ locale: "pt-BR", messages, namespace: "openData" }),
}));

it("names each download by its content and format; the file name is code", async () => {
  const html = renderToStaticMarkup(await DataFiles({ files: listDataFiles() }));
  const names = [...html.matchAll(/<a [^>]*download[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);
  expect(names).toContain("Malha de estradas (BIN)");
  expect(names).toContain("Malha de estradas (JSON)");
  expect(new Set(names).size).toBe(names.length);
  expect(html.replaceAll(/<code>[^<]*<\/code>/g, "")).not.toMatch(/>[^<]*\.(?:bin|json)\b/);
});
