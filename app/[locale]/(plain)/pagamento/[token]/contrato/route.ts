import { createHash } from "node:crypto";
import { renderToBuffer } from "@react-pdf/renderer";
import { createElement } from "react";
import { ContractPdf } from "@/components/sales/contract-pdf";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { callerAddress } from "@/lib/platform/caller";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { contractText, type ContractFacts } from "@/lib/sales/rules";
import { contentOf, type Contract } from "./content";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ token: string }> };

const TOKEN = /^[0-9a-f]{64}$/;
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");
const plain = (status: number, text: string) => new Response(text, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** The bytes of a signature; only this server reads them for a client. */
async function signatureOf(client: ReturnType<typeof createServiceClient>, path: string): Promise<Buffer> {
  const { data, error } = await client.storage.from("sales-assets").download(path);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

/** The signed contract as a PDF, for whoever holds the token of its sale. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  if (!TOKEN.test(token)) return plain(404, "Contrato não encontrado.");
  try {
    await takeAttempt("lookUp", await callerAddress());
  } catch {
    return plain(429, "Muitas tentativas. Espere um minuto.");
  }
  const client = createServiceClient();
  const { data, error } = await client.rpc("read_contract", { token });
  if (error) {
    reportError("contract", error);
    return plain(503, "O contrato não pôde ser lido agora. Tente de novo em instantes.");
  }
  if (!data) return plain(404, "Contrato não encontrado.");
  const contract = data as unknown as Contract;
  const [seller, buyer] = await Promise.all([signatureOf(client, contract.seller_signature_url), signatureOf(client, contract.client_signature_url)]);
  const genuine = sha256(contractText(contract satisfies ContractFacts, sha256(seller), sha256(buyer))) === contract.contract_sha256;
  if (!genuine) reportError("contract", new Error(`contract ${contract.number} no longer fits its hash`));
  const file = await renderToBuffer(createElement(ContractPdf, await contentOf(contract, { seller, buyer }, genuine)) as Parameters<typeof renderToBuffer>[0]);
  return new Response(new Uint8Array(file), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="contrato-lacambeche-${contract.number}.pdf"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
