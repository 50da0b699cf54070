import { getLocale, getTranslations } from "next-intl/server";
import { FactList } from "@/components/ui/fact-list";
import { SignPlate } from "@/components/ui/sign-plate";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay, formatMoment } from "@/lib/platform/format";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { verifyEventContract } from "@/lib/events/panel/queries";
import { verifyContract } from "@/lib/commerce/sales/queries";
import type { VerifiedContract } from "@/lib/commerce/sales/schema";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("commerce/sales.verification", "title");

type Verified = { is_unchanged: boolean | null; is_cancelled: boolean };

const resultOf = (contract: Verified | null) =>
  !contract ? "unknown" : contract.is_unchanged === false ? "changed" : contract.is_cancelled ? "cancelled" : "valid";

async function Facts({ contract }: { contract: VerifiedContract }) {
  const [t, locale] = [await getTranslations("commerce/sales.verification"), await getLocale()];
  const day = (date: string) => formatDay(`${date}T12:00:00-03:00`, locale, "long");
  const rows = [
    [t("number"), String(contract.number)],
    [t("company"), contract.client_company_name],
    [t("plan"), contract.plan_name],
    [t("period"), t("days", { from: day(contract.start_date), until: day(contract.end_date) })],
    [t("signedAt"), formatMoment(contract.terms_accepted_at, locale)],
  ] as const;
  return <FactList rows={rows} className="rounded-2xl border-2 border-line bg-surface p-5" />;
}

async function EventFacts({ contract }: { contract: NonNullable<Awaited<ReturnType<typeof verifyEventContract>>> }) {
  const [t, locale] = [await getTranslations("commerce/sales.verification"), await getLocale()];
  const tEvent = await getTranslations("events/panel.verification");
  const rows = [
    [tEvent("event"), contract.event],
    [t("signedAt"), formatMoment(contract.signed_at, locale)],
  ] as const;
  return <FactList rows={rows} className="rounded-2xl border-2 border-line bg-surface p-5" />;
}

/** Shows whether a contract with this hash exists and has not changed since it was signed. */
export default async function ContractVerificationPage({ params }: { params: Promise<{ hash: string }> }) {
  await takeAttempt("lookUp", await callerAddress());
  const { hash } = await params;
  const [t, contract] = [await getTranslations("commerce/sales.verification"), await verifyContract(hash)];
  const ofEvent = contract ? null : await verifyEventContract(hash);
  const result = resultOf(contract ?? ofEvent);
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <SignPlate as="section" kind={result === "valid" ? "route" : "warning"} role="status" className="px-7 py-6">
        <h2 className="text-3xl">{t(`${result}.title`)}</h2>
        <p className="mt-1 text-lg">{t(`${result}.text`)}</p>
      </SignPlate>
      {contract && <Facts contract={contract} />}
      {ofEvent && <EventFacts contract={ofEvent} />}
      <p className="text-sm text-muted wrap-anywhere">SHA-256 {hash}</p>
    </main>
  );
}
