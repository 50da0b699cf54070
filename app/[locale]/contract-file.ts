import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { createElement } from "react";
import { SalePdf, type SalePdfProps } from "@/components/commerce/sales/sale-pdf";
import type { Contract } from "@/lib/commerce/sales/queries";
import type { Caller } from "@/lib/platform/costs";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { reportError } from "@/lib/platform/report";
import type { createServiceClient } from "@/lib/platform/supabase/service";
import { contentOf, receiptOf } from "./contract-content";
import { drawPdf } from "./draw-pdf";

type ServiceClient = ReturnType<typeof createServiceClient>;

const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

/** The bytes of a signature image, read with the service client; null when the file is missing. */
async function signatureOf(client: ServiceClient, path: string): Promise<Buffer | null> {
  const { data, error } = await client.storage.from("sales-assets").download(path);
  if (error) reportError("contract", error);
  return data && Buffer.from(await data.arrayBuffer());
}

/** Error page for a signature that could not be read, in Portuguese like the contract itself. */
async function missingSignaturePage(number: number): Promise<Response> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/sales.contract" });
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${t("missing")}</title>
<main style="max-width:36rem;margin:4rem auto;padding:0 1rem;font:1.1rem/1.5 sans-serif"><h1>${t("missing")}</h1><p>${t("missingText", { number: String(number) })}</p></main></html>`;
  return new Response(page, {
    status: 500,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}

async function pdfResponse(content: SalePdfProps, name: string, by: Caller): Promise<Response> {
  return new Response(await drawPdf(() => createElement(SalePdf, printableTexts(content)), by), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${name}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}

/** The signed contract as a PDF; the caller has checked the access. */
export async function contractFile(client: ServiceClient, contract: Contract, by: Caller): Promise<Response> {
  const { client_signature_url: buyerPath } = contract;
  const [seller, buyer] = await Promise.all([
    signatureOf(client, contract.seller_signature_url),
    buyerPath ? signatureOf(client, buyerPath) : null,
  ]);
  if (!seller || (buyerPath && !buyer)) return missingSignaturePage(contract.number);
  const { data: hash, error } = await client.rpc("contract_hash", {
    sale: contract.id,
    seller_file_sha256: sha256(seller),
    ...(buyer && { client_file_sha256: sha256(buyer) }),
  });
  if (error) throw new Error(error.message);
  const genuine = hash === contract.contract_sha256;
  if (!genuine) reportError("contract", new Error(`contract ${contract.number} no longer has its stored hash`));
  const content = await contentOf(contract, { seller, buyer }, genuine);
  return pdfResponse(content, `contrato-lacambeche-${contract.number}`, by);
}

/** The receipt of a paid sale as a PDF; null while it is not paid. */
export async function receiptFile(contract: Contract, by: Caller): Promise<Response | null> {
  const content = await receiptOf(contract);
  return content && pdfResponse(content, `recibo-lacambeche-${contract.number}`, by);
}
