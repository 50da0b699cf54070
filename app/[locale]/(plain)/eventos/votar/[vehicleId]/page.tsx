import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { VoteForm } from "@/components/events/votes/vote-form";
import { eventMoment } from "@/lib/events/events/rules";
import { buttonClass } from "@/components/ui/button-class";
import { readCandidate } from "@/lib/events/votes/queries";
import type { Candidate } from "@/lib/events/votes/schema";
import { eventPath } from "@/lib/events/events/rules";
import { callerAddress } from "@/lib/platform/caller";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { translated } from "@/lib/events/registrations/rules";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/votes.page");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false } };
}

/** A car of people's choice, opened with the QR code of its card. */
export default async function VotePage({ params }: { params: Promise<{ vehicleId: string }> }) {
  await takeAttempt("votePage", await callerAddress());
  const car = await readCandidate((await params).vehicleId);
  if (!car || car.state === "none") notFound();
  const [t, locale] = [await getTranslations("events/votes.page"), await getLocale()];
  const about = [String(car.year), car.color].filter(Boolean).join(" · ");
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <header className="grid gap-2">
        <p className="font-semibold uppercase">{t("title")}</p>
        {car.is_demo && (
          <p className="w-fit rounded-md bg-faixa px-2 text-sm font-semibold text-faixa-ink">{t("demo")}</p>
        )}
        <h1 className="display-1 wrap-anywhere">{car.name}</h1>
        <p className="font-display text-2xl tabular wrap-anywhere">{about}</p>
        <p>
          <Link href={localePath(locale, eventPath(car.slug))} className="underline">
            {translated(car.translations, "title", locale, car.event)}
          </Link>
        </p>
      </header>
      {car.story && <p className="text-lg whitespace-pre-line wrap-anywhere">{car.story}</p>}
      <Voting car={car} />
    </main>
  );
}

async function Voting({ car }: { car: Candidate }) {
  const [t, locale] = [await getTranslations("events/votes.page"), await getLocale()];
  const { "events/votes": texts } = await getMessages();
  const moment = (at: string | null) => (at ? eventMoment(at, car.time_zone, locale) : "");
  if (car.state === "not_yet") {
    return (
      <p className="rounded-2xl border-2 border-line bg-surface p-5 text-lg">
        {t("notYet", { opens: moment(car.opens_at), closes: moment(car.closes_at) })}
      </p>
    );
  }
  if (car.state === "closed") {
    return (
      <section className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-5">
        <p className="text-lg">{t("closed", { closes: moment(car.closes_at) })}</p>
        {car.has_result ? (
          <Link href={localePath(locale, eventPath(car.slug))} className={buttonClass({ className: "w-fit" })}>
            {t("seeResult")}
          </Link>
        ) : (
          <p className="text-muted">{t("noResult")}</p>
        )}
      </section>
    );
  }
  return (
    <section className="grid gap-4">
      <p>{t("open", { closes: moment(car.closes_at) })}</p>
      <VoteForm vehicle={car.vehicle} texts={texts.form} camera={texts.camera} />
    </section>
  );
}
