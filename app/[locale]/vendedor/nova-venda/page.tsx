import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { LoadFailure } from "@/components/commerce/sales/load-failure";
import { SaleForm } from "@/components/commerce/sales/sale-form";
import { Spinner } from "@/components/commerce/sales/spinner";
import { NotASeller } from "@/components/commerce/sellers/not-a-seller";
import { SellerShell } from "@/components/commerce/sellers/seller-shell";
import { requireAccount } from "@/lib/platform/auth/guard";
import { brazilianDay } from "@/lib/platform/dates";
import { formatMoney } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { serverMessage } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { currentTerms, findOpenSale, findRenewal, listPlans } from "@/lib/commerce/sales/queries";
import { ownSeller } from "@/lib/commerce/sellers/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("commerce/sales.form", "title");

type FormProps = { account: string; corrected: string; renewed: string };

async function LoadedForm({ account, corrected, renewed }: FormProps) {
  const [t, locale, messages] = [await getTranslations("commerce/sales.form"), await getLocale(), await getMessages()];
  const loaded = await Promise.all([
    ownSeller(account),
    listPlans(),
    currentTerms(),
    corrected ? findOpenSale(corrected) : null,
  ]).catch((error: unknown) => {
    reportError("sale form", error);
    return serverMessage(error);
  });
  if (typeof loaded === "string")
    return <LoadFailure of="sale" message={loaded} text={t("unavailable")} retry={t("retry")} />;
  const [seller, plans, terms, sale] = loaded;
  if (seller?.status !== "active") return <NotASeller seller={seller} />;
  if (corrected && !sale)
    return (
      <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">
        {t("failures.replaced")}
      </p>
    );
  const renewal = renewed
    ? await findRenewal(
        renewed,
        seller.id,
        plans.map(({ id }) => id),
      )
    : null;
  if (renewed && !renewal?.isOffered)
    return (
      <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">
        {t(renewal ? "failures.planGone" : "failures.notRenewable")}
      </p>
    );
  if (plans.length === 0)
    return <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{t("noPlans")}</p>;
  const offered = plans.map((plan) => {
    const priceCents = Math.round(plan.price * 100);
    const planText = (field: "name" | "description") => translated(plan, field, locale).text;
    return {
      id: plan.id,
      name: planText("name"),
      description: planText("description"),
      price: formatMoney(priceCents, locale),
      priceCents,
      days: plan.duration_days,
      daysText: t("days", { days: plan.duration_days }),
    };
  });
  return (
    <SaleForm
      sellerId={seller.id}
      plans={offered}
      terms={terms}
      today={brazilianDay(new Date())}
      texts={{ form: messages["commerce/sales"].form, validation: messages["panel/requests"].validation }}
      dashboard={localePath(locale, "/vendedor/dashboard")}
      correction={sale}
      renewal={renewal}
    />
  );
}

/** 'Formulário de Venda Digital'; shows a spinner while the plans load. */
export default async function NewSalePage({ searchParams }: Props) {
  const account = await requireAccount("/vendedor/nova-venda");
  const [t, { corrige: corrected, renova: renewed }] = [
    await getTranslations("commerce/sales.form"),
    await searchParams,
  ];
  return (
    <SellerShell username={account.username}>
      <main id="conteudo" className="grid w-full max-w-5xl grow content-start gap-5 p-4 sm:p-6">
        <h1 className="display-2">{t("title")}</h1>
        <Suspense fallback={<Spinner label={t("loading")} />}>
          <LoadedForm
            account={account.id}
            corrected={typeof corrected === "string" ? corrected : ""}
            renewed={typeof renewed === "string" ? renewed : ""}
          />
        </Suspense>
      </main>
    </SellerShell>
  );
}
