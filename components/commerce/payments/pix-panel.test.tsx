import { renderToReadableStream } from "react-dom/server.browser";
import { expect, it, vi } from "vitest";
import type { PagePayment } from "@/lib/commerce/payments/schema";
import messages from "@/messages/pt-BR/commerce/payments.json";
import { PixPanel } from "./pix-panel";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string) => key,
  getLocale: async () => "pt-BR",
  getMessages: async () => ({ "commerce/payments": messages }),
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const payment = { id: "p", amount_cents: 49_000, note: null, pix_txid: "LC1" } as unknown as PagePayment;

it("the button that copies the code comes first, then the code, amount and QR code", async () => {
  const pix = { payment, payload: "00020126PIX", qr: "data:image/svg+xml,qr", beneficiary: "Portal" };
  const stream = await renderToReadableStream(<PixPanel payer={{ token: "t" }} pix={pix} />);
  await stream.allReady;
  const html = await new Response(stream).text();
  const places = ["copy</span>", "00020126PIX", "R$", "data:image/svg+xml,qr"].map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
