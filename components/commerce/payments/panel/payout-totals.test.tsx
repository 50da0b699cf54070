import { renderToReadableStream } from "react-dom/server.browser";
import { expect, it, vi } from "vitest";
import { PayoutTotals } from "./payout-totals";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string, values?: { seller: string }) => `${key} ${values?.seller ?? ""}`.trim(),
  getLocale: async () => "pt-BR",
}));

const owed = { city: "Lages", pix_key: "k", pix_key_type: "evp", approved_cents: 4900, corrections_cents: -1900 };
const totals = [
  { ...owed, seller_id: "1", seller: "Vera", code: "00020126VERA", qr: "data:image/svg+xml,vera" },
  { ...owed, seller_id: "2", seller: "Rita", code: null, qr: null },
];

it("the amount after corrections is shown with its Pix code, and a dash where no code can be made", async () => {
  const stream = await renderToReadableStream(<PayoutTotals totals={totals} />);
  await stream.allReady;
  const rows = (await new Response(stream).text()).split("<tr").filter((row) => /Vera|Rita/.test(row));
  expect(rows).toHaveLength(2);
  const [vera, rita] = rows;
  expect(vera).toMatch(/R\$\s30,00/);
  expect(vera).toContain("00020126VERA");
  expect(vera).toContain('alt="qr Vera"');
  expect(rita).toMatch(/R\$\s30,00/);
  expect(rita).not.toContain("textarea");
  expect(rita).toContain("–");
});
