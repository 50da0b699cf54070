import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ContentPage } from "@/components/guide/pages/content-page";
import { PAYMENT_LINKS_KEY } from "@/lib/platform/device-storage/rules";
import { OpenPayments } from "@/components/commerce/payments/open-payments";
import { requireAccount } from "@/lib/platform/auth/guard";
import { getPlanOrder } from "@/lib/partners/service-plans/queries";
import { planPaymentPath } from "@/lib/commerce/payments/rules";
import { PlanPayment } from "./plan-payment";
import type { State } from "@/lib/geo/states/rules";
import { stateOf } from "../state-of";

type Props = {
  params: Promise<{ uf: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  if (typeof (await searchParams).plano === "string") {
    const plan = await getTranslations("partners/service-plans.payment");
    return { title: `${plan("title")} | LACAMBECHE`, robots: { index: false } };
  }
  const t = await getTranslations("commerce/payments.open");
  return { title: `${t("title")} | LACAMBECHE`, description: t("lead"), robots: { index: false } };
}

/** Takes the payment of an ordered plan, or lists the payment links that were opened on this device. */
export default async function OpenPaymentsPage({ params, searchParams }: Props) {
  const [{ uf }, { plano: plan, retorno: returned }] = [await params, await searchParams];
  const state = stateOf(uf);
  if (typeof plan === "string") return <PlanPage uf={uf} state={state} plan={plan} returned={returned} />;
  const [t, locale, { "commerce/payments": payments }] = [
    await getTranslations("commerce/payments.open"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <ContentPage path={`/${uf}/pagamento`} title={t("title")} lead={t("lead")} state={state}>
      <div className="max-w-3xl">
        <span hidden data-at-once={PAYMENT_LINKS_KEY} />
        <OpenPayments texts={{ ...payments.open, state: payments.state }} locale={locale} />
      </div>
    </ContentPage>
  );
}

type PlanPageProps = { uf: string; state: State; plan: string; returned: unknown };

/** An ordered plan for the owners of its place; everybody else gets 404, whether it exists or not. */
async function PlanPage({ uf, state, plan, returned }: PlanPageProps) {
  await requireAccount(planPaymentPath(uf, plan));
  const order = await getPlanOrder(plan);
  if (!order || order.state_abbr.toLowerCase() !== uf) notFound();
  const t = await getTranslations("partners/service-plans.payment");
  return (
    <ContentPage path={`/${uf}/pagamento`} title={t("title")} lead={t("lead", { place: order.place })} state={state}>
      <PlanPayment order={order} returned={returned} />
    </ContentPage>
  );
}
