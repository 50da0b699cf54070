import { getLocale, getTranslations } from "next-intl/server";
import { FactList } from "@/components/ui/fact-list";
import type { PaymentPage } from "@/lib/commerce/payments/schema";
import { formatDay, formatMoney } from "@/lib/platform/format";
import { PORTAL_NAME } from "@/lib/platform/settings/rules";
import { formattedDocument } from "@/lib/platform/tax-document";
import { soldPlaces } from "./sold-places";

/** The content of the contract to sign: both parties, the advertisement and every clause, in full. */
export async function ContractFacts({
  page,
  unsigned,
}: {
  page: PaymentPage;
  unsigned: NonNullable<PaymentPage["unsigned"]>;
}) {
  const [t, locale] = [await getTranslations("commerce/sales.contract"), await getLocale()];
  const day = (date: string) => formatDay(`${date}T12:00:00-03:00`, locale, "long");
  const { places, states } = await soldPlaces(page, locale);
  const rows = [
    [t("contracted"), unsigned.portal_party ?? PORTAL_NAME],
    [t("representative"), page.seller_name],
    [t("company"), page.client_company_name],
    ...(unsigned.client_document ? [[t("document"), formattedDocument(unsigned.client_document)] as const] : []),
    [t("contact"), page.client_contact_name],
    [t("email"), unsigned.client_email],
    [t("phone"), unsigned.client_phone],
    [t("planName"), page.plan_name],
    [t("price"), formatMoney(page.price_cents, locale)],
    [t("period"), t("days", { start: day(page.start_date), end: day(page.end_date), days: page.duration_days })],
    [t("places"), places],
    [t("states"), states],
  ] as const;
  return (
    <div className="grid gap-5">
      <FactList rows={rows} />
      <div>
        <h3 className="text-xl">{t("terms", { version: unsigned.terms_version })}</h3>
        <ol lang="pt-BR" className="mt-2 grid list-decimal gap-2 pl-5">
          {unsigned.clauses.map((clause) => (
            <li key={clause}>{clause}</li>
          ))}
        </ol>
        {unsigned.note && (
          <p lang="pt-BR" className="mt-3 text-muted">
            {unsigned.note}
          </p>
        )}
      </div>
    </div>
  );
}
