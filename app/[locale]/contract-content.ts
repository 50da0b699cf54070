import { getTranslations } from "next-intl/server";
import type { ContractPdfProps } from "@/components/sales/contract-pdf";
import { formatMoney } from "@/lib/platform/format";
import type { ContractFacts } from "@/lib/sales/rules";
import { shownDocument } from "@/lib/sellers/rules";

export type Contract = ContractFacts & {
  number: number;
  seller: string;
  seller_document: string;
  seller_signature_url: string;
  client_signature_url: string;
  contract_sha256: string;
  signed_with: string | null;
};

const BRAND = "Portal LACAMBECHE";

/** What stands on the sheet; in Portuguese at every address, as the terms are that were signed. */
export async function contentOf(contract: Contract, pictures: { seller: Buffer; buyer: Buffer }, genuine: boolean): Promise<ContractPdfProps> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "sales.contract" });
  const day = (date: string) => new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
  const signedAt = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeStyle: "medium", timeZone: "America/Sao_Paulo" }).format(new Date(contract.terms_accepted_at));
  return {
    brand: BRAND,
    title: t("title", { number: String(contract.number) }),
    sections: [
      {
        heading: t("plan"),
        rows: [
          [t("planName"), contract.plan_name],
          [t("price"), formatMoney(contract.price_cents, "pt-BR")],
          [t("period"), t("days", { start: day(contract.start_date), end: day(contract.end_date), days: contract.duration_days })],
        ],
      },
      {
        heading: t("client"),
        rows: [
          [t("company"), contract.client_company_name],
          [t("contact"), contract.client_contact_name],
          [t("email"), contract.client_email],
          [t("phone"), contract.client_phone],
        ],
      },
    ],
    terms: { heading: t("terms", { version: contract.terms_version }), clauses: contract.clauses },
    signatures: [
      // A CPF is the seller's own business; the client sees who signed.
      { picture: pictures.seller, name: contract.seller, role: contract.seller_document.length === 14 ? t("sellerOf", { document: shownDocument(contract.seller_document) }) : t("seller") },
      { picture: pictures.buyer, name: contract.client_contact_name, role: t("clientOf", { company: contract.client_company_name }) },
    ],
    seal: [
      t("signedAt", { when: signedAt }),
      ...(contract.signed_with ? [t("device", { device: contract.signed_with })] : []),
      t("hash", { hash: contract.contract_sha256 }),
      t(genuine ? "genuine" : "changed"),
    ],
  };
}
