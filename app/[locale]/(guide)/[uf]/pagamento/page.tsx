import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ContentPage } from "@/components/pages/content-page";
import { OpenPayments } from "@/components/payments/open-payments";
import { env } from "@/lib/platform/env";
import { stateOfSegment } from "@/lib/states/rules";

type Props = { params: Promise<{ uf: string }> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("payments.open");
  return { title: `${t("title")} | LACAMBECHE`, description: t("lead"), robots: { index: false } };
}

/** Lists the payment links that were opened on this device. */
export default async function OpenPaymentsPage({ params }: Props) {
  const { uf } = await params;
  const state = stateOfSegment(uf);
  if (!state) notFound();
  const [t, locale, { payments }] = [await getTranslations("payments.open"), await getLocale(), await getMessages()];
  return (
    <ContentPage
      siteUrl={env.NEXT_PUBLIC_SITE_URL}
      path={`/${uf}/pagamento`}
      title={t("title")}
      lead={t("lead")}
      state={{ uf, name: state.name }}
    >
      <div className="max-w-3xl">
        <OpenPayments texts={{ ...payments.open, state: payments.state }} locale={locale} />
      </div>
    </ContentPage>
  );
}
