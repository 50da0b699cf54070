import { createHash } from "node:crypto";
import { renderToBuffer } from "@react-pdf/renderer";
import { createElement } from "react";
import { ContractPdf } from "@/components/sales/contract-pdf";
import { reportError } from "@/lib/platform/report";
import type { createServiceClient } from "@/lib/platform/supabase/service";
import { contractText, type ContractFacts } from "@/lib/sales/rules";
import { contentOf, type Contract } from "./contract-content";

type ServiceClient = ReturnType<typeof createServiceClient>;

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");

/** The bytes of a signature; only this server reads them for a client. */
async function signatureOf(client: ServiceClient, path: string): Promise<Buffer> {
  const { data, error } = await client.storage.from("sales-assets").download(path);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

/** The signed contract as a PDF, for somebody whose right to it has been checked. */
export async function contractFile(client: ServiceClient, contract: Contract): Promise<Response> {
  const [seller, buyer] = await Promise.all([signatureOf(client, contract.seller_signature_url), signatureOf(client, contract.client_signature_url)]);
  const genuine = sha256(contractText(contract satisfies ContractFacts, sha256(seller), sha256(buyer))) === contract.contract_sha256;
  if (!genuine) reportError("contract", new Error(`contract ${contract.number} no longer fits its hash`));
  const file = await renderToBuffer(createElement(ContractPdf, await contentOf(contract, { seller, buyer }, genuine)) as Parameters<typeof renderToBuffer>[0]);
  return new Response(new Uint8Array(file), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="contrato-lacambeche-${contract.number}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}
