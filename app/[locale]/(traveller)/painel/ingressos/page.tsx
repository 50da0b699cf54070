import { getLocale, getTranslations } from "next-intl/server";
import { PastTickets, TicketList } from "@/components/events/registrations/ticket-list";
import { KeepPages } from "@/components/platform/offline/keep-pages";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { listOwnPayments } from "@/lib/commerce/payments/queries";
import { reviewedRegistrations } from "@/lib/commerce/payments/rules";
import { certificatePath } from "@/lib/events/certificates/rules";
import { HUB_PATH } from "@/lib/events/events/rules";
import { listOwnRegistrations } from "@/lib/events/registrations/queries";
import { splitTickets, TICKETS_PATH } from "@/lib/events/registrations/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { TICKETS_CACHE } from "@/lib/platform/device-storage/rules";
import { formatMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { entranceCodes } from "./entrance-codes";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("events/registrations.tickets", "metaTitle");

/** The registrations of the account. The service worker keeps this page, which opens without a connection. */
export default async function TicketsPage() {
  const account = await requireAccount(TICKETS_PATH);
  const now = Date.now();
  const [t, locale, registrations, payments] = await Promise.all([
    getTranslations("events/registrations.tickets"),
    getLocale(),
    listOwnRegistrations(account.id),
    listOwnPayments(),
  ]);
  const reviewed = reviewedRegistrations(payments);
  const codes = await entranceCodes(registrations);
  const tickets = registrations.map((one) => {
    const certificate = one.certificates.find(({ revoked_at: revoked }) => revoked === null);
    return {
      ...one,
      qr: codes[one.id] ?? null,
      certificate: certificate ? certificatePath(certificate.code) : null,
      isReviewed: reviewed.has(one.id),
    };
  });
  const { coming, past } = splitTickets(tickets, now);
  const moment = formatMoment(new Date(now).toISOString(), locale);
  return (
    <main id="conteudo" className="page grid max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-8">
      <KeepPages cacheName={TICKETS_CACHE} owner={account.username} paths={[localePath(locale, TICKETS_PATH)]} />
      <header className="grid gap-2">
        <h1 className="display-1">{t("title")}</h1>
        <p className="text-lg text-muted">{t("lead")}</p>
        <p className="text-muted [html[data-offline]_&]:hidden">{t("read", { moment })}</p>
        <p
          role="status"
          className="hidden rounded-xl border-2 border-faixa p-3 font-semibold [html[data-offline]_&]:block"
        >
          {t("stale", { moment })}
        </p>
      </header>
      <section className="grid gap-4">
        <h2 className="text-3xl">{t("coming")}</h2>
        {coming.length > 0 ? (
          <TicketList tickets={coming} />
        ) : (
          <>
            <p className="text-lg">{t(past.length > 0 ? "noneComing" : "none")}</p>
            <Link href={localePath(locale, HUB_PATH)} className={buttonClass({ look: "primary", className: "w-fit" })}>
              {t("find")}
            </Link>
          </>
        )}
      </section>
      {past.length > 0 && (
        <details className="rounded-2xl border-2 border-line bg-surface p-5" open={coming.length === 0}>
          <summary className="min-h-11 cursor-pointer content-center font-display text-2xl">
            {t("past", { count: past.length })}
          </summary>
          <div className="mt-4">
            <PastTickets tickets={past} />
          </div>
        </details>
      )}
    </main>
  );
}
