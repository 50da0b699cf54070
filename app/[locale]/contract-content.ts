import extenso from "extenso";
import { getTranslations } from "next-intl/server";
import QRCode from "qrcode";
import type { SalePdfProps } from "@/components/commerce/sales/sale-pdf";
import type { Contract } from "@/lib/commerce/sales/queries";
import { formatDate, formatMoney, formatTimestamp } from "@/lib/platform/format";
import { PORTAL_NAME } from "@/lib/platform/settings/rules";
import { maskedDocument, formattedDocument } from "@/lib/platform/tax-document";
import { siteUrl } from "@/lib/platform/site-url";

const BRAND = "Portal LACAMBECHE";

/** The contract and its receipt are always in Portuguese because the signed terms are. */
const textsOf = () => getTranslations({ locale: "pt-BR", namespace: "commerce/sales" });
const longDay = (date: string) => formatDate(date, "pt-BR", { dateStyle: "long" });
const moment = (at: string) => formatTimestamp(at, "pt-BR", { dateStyle: "long", timeStyle: "medium" });

/** `R$ 190,50 (cento e noventa reais e cinquenta centavos)`. */
function moneyInWords(cents: number): string {
  const words = extenso((cents / 100).toFixed(2).replace(".", ","), { mode: "currency", currency: { type: "BRL" } });
  return `${formatMoney(cents, "pt-BR")} (${words})`;
}

/** Public address where the hash of a contract can be verified. */
const verificationAddress = (hash: string): string => siteUrl(`/contrato/${hash}`);

async function planRows(contract: Contract): Promise<[string, string][]> {
  const t = await textsOf();
  const place = await getTranslations({ locale: "pt-BR", namespace: "commerce/ads.place" });
  const { states_limit: states } = contract;
  const places = contract.placements.map((key) => (place.has(key as "home_top") ? place(key as "home_top") : key));
  return [
    [t("contract.planName"), contract.plan_name],
    [t("contract.price"), moneyInWords(contract.price_cents)],
    [
      t("contract.period"),
      t("contract.days", {
        start: longDay(contract.start_date),
        end: longDay(contract.end_date),
        days: contract.duration_days,
      }),
    ],
    [t("contract.places"), places.length > 0 ? places.join(", ") : t("contract.everyPlace")],
    [t("contract.states"), states === null ? t("contract.country") : t("contract.stateCount", { count: states })],
  ];
}

async function partyRows(contract: Contract): Promise<SalePdfProps["sections"]> {
  const t = await textsOf();
  const { client_document: document } = contract;
  return [
    {
      heading: t("contract.contracted"),
      rows: [
        [t("contract.legalName"), contract.portal_party ?? PORTAL_NAME],
        [t("contract.representative"), `${contract.seller_name}, ${maskedDocument(contract.seller_document)}`],
      ],
    },
    {
      heading: t("contract.client"),
      rows: [
        [t("contract.company"), contract.client_company_name],
        ...(document ? [[t("contract.document"), formattedDocument(document)] as const] : []),
        [t("contract.contact"), contract.client_contact_name],
        [t("contract.email"), contract.client_email],
        [t("contract.phone"), contract.client_phone],
      ],
    },
  ];
}

async function auditPage(contract: Contract): Promise<SalePdfProps["audit"]> {
  const t = await textsOf();
  const address = verificationAddress(contract.contract_sha256);
  const method = contract.is_remote_signing ? (contract.client_signature_url ? "drawn" : "typed") : "here";
  const device = contract.is_remote_signing ? contract.client_signed_with : contract.signed_with;
  return {
    heading: t("audit.title"),
    rows: [
      [t("audit.sellerSigned"), moment(contract.created_at)],
      ...(contract.signed_with ? [[t("audit.sellerDevice"), contract.signed_with] as const] : []),
      ...(contract.is_remote_signing && contract.link_opened_at
        ? [[t("audit.opened"), moment(contract.link_opened_at)] as const]
        : []),
      [t("audit.clientSigned"), moment(contract.terms_accepted_at)],
      [t("audit.method"), t(`audit.methods.${method}`)],
      ...(device ? [[t("audit.clientDevice"), device] as const] : []),
      [t("audit.hash"), contract.contract_sha256],
    ],
    qr: await QRCode.toBuffer(address, { margin: 1, width: 300 }),
    verify: t("audit.verify"),
    address,
  };
}

/** Content of the contract PDF. `genuine`: facts and signature files still have the hash computed at signing. */
export async function contentOf(
  contract: Contract,
  pictures: { seller: Buffer; buyer: Buffer | null },
  genuine: boolean,
): Promise<SalePdfProps> {
  const t = await textsOf();
  return {
    brand: BRAND,
    title: t("contract.title", { number: String(contract.number) }),
    sections: [{ heading: t("contract.plan"), rows: await planRows(contract) }, ...(await partyRows(contract))],
    terms: {
      heading: t("contract.terms", { version: contract.terms_version }),
      clauses: contract.clauses,
      note: contract.note,
    },
    signatures: [
      { picture: pictures.seller, name: contract.seller_name, role: t("contract.sellerOf") },
      {
        picture: pictures.buyer,
        name: contract.client_signed_name ?? contract.client_contact_name,
        role: t("contract.clientOf", { company: contract.client_company_name }),
      },
    ],
    audit: await auditPage(contract),
    hashLines: [
      t("contract.signedAt", { when: moment(contract.terms_accepted_at) }),
      t(genuine ? "contract.genuine" : "contract.changed"),
    ],
  };
}

/** Content of the receipt of a paid sale; null while it is not paid. */
export async function receiptOf(contract: Contract): Promise<SalePdfProps | null> {
  const { payment } = contract;
  if (!payment || contract.payment_status !== "paid") return null;
  const t = await textsOf();
  const document = contract.client_document ?? contract.payer_document;
  const payer = `${contract.client_company_name}, ${document ? formattedDocument(document) : t("receipt.noDocument")}`;
  return {
    brand: BRAND,
    title: t("receipt.title", { number: String(contract.number) }),
    statement: t("receipt.statement", {
      payer,
      amount: moneyInWords(payment.amount_cents),
      plan: contract.plan_name,
      number: String(contract.number),
    }),
    sections: [
      {
        heading: t("receipt.payment"),
        rows: [
          [t("receipt.method"), t(`receipt.methods.${payment.method}`)],
          [t("receipt.paidAt"), moment(payment.paid_at)],
          [t("receipt.reference"), payment.reference],
          ...(contract.invoice_number ? [[t("receipt.invoice"), contract.invoice_number] as const] : []),
          [t("contract.legalName"), contract.portal_party ?? PORTAL_NAME],
        ],
      },
      { heading: t("contract.plan"), rows: await planRows(contract) },
    ],
    hashLines: [t("receipt.note"), ...(contract.cancelled_at ? [t("receipt.cancelled")] : [])],
  };
}
