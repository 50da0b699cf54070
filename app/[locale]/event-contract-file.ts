import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import QRCode from "qrcode";
import { createElement } from "react";
import { SalePdf, type SalePdfProps } from "@/components/commerce/sales/sale-pdf";
import type { Caller } from "@/lib/platform/costs";
import { formatTimestamp } from "@/lib/platform/format";
import { reportError } from "@/lib/platform/report";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import type { createServiceClient } from "@/lib/platform/supabase/service";
import { siteUrl } from "@/lib/platform/site-url";
import { drawPdf } from "./draw-pdf";

type ServiceClient = ReturnType<typeof createServiceClient>;

const moment = (at: string) => formatTimestamp(at, "pt-BR", { dateStyle: "long", timeStyle: "medium" });

async function signedContract(client: ServiceClient, id: string) {
  return orThrow(
    await client
      .from("registration_contracts")
      .select(
        "id, title, clauses, event_title, signer_name, signer_email, signed_name, signature_path, signed_with, signed_at, sent_at, contract_sha256, cancelled_at",
      )
      .eq("id", id)
      .not("signed_at", "is", null)
      .maybeSingle(),
  );
}
type Signed = NonNullable<Awaited<ReturnType<typeof signedContract>>>;

/** The bytes of the signature; undefined when its file is missing, null when the typed name is the signature. */
async function signatureOf(client: ServiceClient, path: string | null): Promise<Buffer | null | undefined> {
  if (!path) return null;
  const { data, error } = await client.storage.from("event-contracts").download(path);
  if (error) reportError("event-contract", error);
  return data ? Buffer.from(await data.arrayBuffer()) : undefined;
}

/** Content of the PDF, in Portuguese like the signed text. `isGenuine`: text and signature still have their hash. */
async function contentOf(contract: Signed, picture: Buffer | null, isGenuine: boolean): Promise<SalePdfProps> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "events/panel.contractFile" });
  const address = siteUrl(`/contrato/${contract.contract_sha256}`);
  const signedAt = moment(contract.signed_at!);
  const audit: (readonly [string, string])[] = [
    [t("sent"), contract.sent_at ? moment(contract.sent_at) : ""],
    [t("signed"), signedAt],
    [t("method"), t(picture ? "drawn" : "typed")],
    [t("device"), contract.signed_with ?? ""],
    [t("hash"), contract.contract_sha256!],
  ];
  return {
    brand: "Portal LACAMBECHE",
    title: contract.title,
    sections: [
      {
        heading: t("parties"),
        rows: [
          [t("event"), contract.event_title],
          [t("signer"), contract.signer_name],
          [t("email"), contract.signer_email],
        ],
      },
    ],
    terms: { heading: t("clauses"), clauses: contract.clauses },
    signatures: [{ picture, name: contract.signed_name!, role: t("signer") }],
    audit: {
      heading: t("audit"),
      rows: audit.filter(([, value]) => value),
      qr: await QRCode.toBuffer(address, { margin: 1, width: 300 }),
      verify: t("verify"),
      address,
    },
    hashLines: [
      t("signedAt", { when: signedAt }),
      t(isGenuine ? "genuine" : "changed"),
      ...(contract.cancelled_at ? [t("cancelled", { when: moment(contract.cancelled_at) })] : []),
    ],
  };
}

/** The signed contract of a registration as a PDF; null until it is signed. The caller has checked the access. */
export async function eventContractFile(client: ServiceClient, id: string, by: Caller): Promise<Response | null> {
  const contract = await signedContract(client, id);
  if (!contract) return null;
  const picture = await signatureOf(client, contract.signature_path);
  if (picture === undefined) return new Response(null, { status: 503 });
  const fileHash = picture && createHash("sha256").update(picture).digest("hex");
  const hash = orThrow(
    await client.rpc("registration_contract_hash", { contract: id, ...(fileHash && { file_sha256: fileHash }) }),
  );
  const content = await contentOf(contract, picture, hash === contract.contract_sha256);
  return new Response(await drawPdf(() => createElement(SalePdf, printableTexts(content)), by), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="contrato-${contract.contract_sha256!.slice(0, 12)}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}
