import { FileText } from "lucide";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SignContract } from "@/components/commerce/sales/sign-contract";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import { getOpenContract } from "@/lib/events/panel/queries";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { formatMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/panel.signing", "title");

/** The contract behind a signing link: its text and the form that signs it, or the signed file. */
export default async function SignEventContractPage({ params }: { params: Promise<{ token: string }> }) {
  const caller = await callerAddress();
  await takeGuess("approvalPage", "registration", caller);
  const { token } = await params;
  const contract = await getOpenContract(token);
  if (!contract) {
    await countRefused("registration", caller);
    notFound();
  }
  const [t, locale, messages] = [await getTranslations("events/panel.signing"), await getLocale(), await getMessages()];
  const own = messages["events/panel"].signing;
  const { signing } = messages["commerce/sales"];
  const texts = {
    ...signing,
    validation: { ...signing.validation, termsMissing: own.agreeMissing, consentMissing: own.agreeMissing },
    problem: { ...signing.problem, closed: own.closed },
  };
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <header>
        <p className="text-muted">{contract.event_title}</p>
        <h1 className="display-1 wrap-anywhere">{contract.title}</h1>
      </header>
      <ol className="grid list-decimal gap-3 rounded-2xl border-2 border-line bg-surface p-5 pl-10 text-lg">
        {contract.clauses.map((clause) => (
          <li key={clause} className="whitespace-pre-line wrap-anywhere">
            {clause}
          </li>
        ))}
      </ol>
      {contract.status === "signed" && contract.signed_at && (
        <SignPlate kind="route" role="status" className="grid gap-3 px-5 py-4">
          <p className="text-xl">{t("signed", { when: formatMoment(contract.signed_at, locale) })}</p>
          <Button asChild variant="outline" className="w-fit">
            <a href={localePath(locale, `/eventos/contrato/${token}/pdf`)} target="_blank" rel="noopener">
              <Icon of={FileText} /> {t("file")}
            </a>
          </Button>
        </SignPlate>
      )}
      {contract.is_open && (
        <SignContract
          token={token}
          contact={contract.signer_name}
          texts={texts}
          endpoint="/api/event-contract-signatures"
          prefix=""
        />
      )}
    </main>
  );
}
