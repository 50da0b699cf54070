import { getEventTexts } from "@/components/events/publishing/get-event-texts";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { LinkEvents } from "@/components/events/publishing/link-events";
import { mayHavePrices } from "@/app/[locale]/may-have-prices";
import { PublishForm } from "@/components/events/publishing/publish-form";
import { buttonClass } from "@/components/ui/button-class";
import { CentreLine } from "@/components/ui/centre-line";
import { SignPlate } from "@/components/ui/sign-plate";
import { getPublishLink } from "@/lib/events/publishing/links/queries";
import { invitedValues, isEditableByLink, linkFormPath, publishLinkPath } from "@/lib/events/publishing/links/rules";
import type { PublishLink } from "@/lib/events/publishing/links/schema";
import { formValues, listMunicipalities } from "@/lib/events/publishing/queries";
import type { FormValues } from "@/lib/events/publishing/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { signedPath } from "@/lib/platform/signed-path";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ evento?: string | string[] }> };

export const generateMetadata = secretMetadata("events/publishing.link", "title");

/** Values of the form that the address asks for; null when the page shows the list of events only. */
function openedForm(link: PublishLink, wanted: string | undefined, now: number): FormValues | null {
  if (link.state === "revoked") return null;
  const isNew = wanted === "novo" || (wanted === undefined && link.events.length === 0);
  if (isNew) return link.state === "open" ? invitedValues(link) : null;
  if (wanted === undefined) return null;
  const event = link.events.find(({ id }) => id === wanted);
  return event && isEditableByLink(event, now) ? formValues(event, link.publishes_directly) : notFound();
}

/** An invited organiser without an account makes events and edits them until they begin. */
export default async function PublishLinkPage({ params, searchParams }: Props) {
  const caller = await callerAddress();
  await takeGuess("publishLinkPage", "publish_link", caller);
  const { token } = await params;
  const link = await getPublishLink(token);
  if (!link) {
    await countRefused("publish_link", caller);
    notFound();
  }
  const [t, locale] = [await getTranslations("events/publishing"), await getLocale()];
  const { evento } = await searchParams;
  const now = Date.now();
  const initial = openedForm(link, evento === undefined ? undefined : String(evento), now);
  const isOpen = link.state === "open";
  return (
    <main id="conteudo" className="page grid gap-6 py-8">
      <header>
        <p className="text-muted wrap-anywhere">{t("link.invited", { name: link.label })}</p>
        <h1 className="display-1">{initial?.id ? t("page.editTitle") : t("link.title")}</h1>
        {isOpen && (
          <p className="mt-2 text-lg text-muted">
            {t(link.publishes_directly ? "link.leadDirect" : "link.lead", {
              date: formatDay(link.expires_at, locale, "long"),
              count: link.uses_left,
            })}
          </p>
        )}
      </header>
      <CentreLine />
      {link.state !== "open" && (
        <SignPlate kind="warning" role="status" className="px-4 py-3 text-xl">
          {t(`link.state.${link.state}`)}
        </SignPlate>
      )}
      {(!initial || evento === undefined) && <LinkEvents token={token} link={link} now={now} />}
      {initial && <LinkForm token={token} initial={initial} />}
      <p className="flex flex-wrap gap-3">
        {!initial && isOpen && (
          <Link href={localePath(locale, linkFormPath(token, null))} className={buttonClass({ look: "outline" })}>
            {t("link.another")}
          </Link>
        )}
        {initial && link.events.length > 0 && (
          <Link href={localePath(locale, publishLinkPath(token))} className={buttonClass({ look: "outline" })}>
            {t("link.all")}
          </Link>
        )}
      </p>
    </main>
  );
}

/** The form of an event, with the texts for somebody without an account. */
async function LinkForm({ token, initial }: { token: string; initial: FormValues }) {
  const [locale, texts] = [await getLocale(), await getEventTexts()];
  const {
    "events/publishing": { link },
    "panel/records": records,
  } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ "panel/records": { image: records.image } }}>
      <PublishForm
        isPayable={await mayHavePrices(null)}
        key={initial.id ?? "novo"}
        locale={locale}
        texts={{
          ...texts,
          form: { ...texts.form, save: link.save },
          review: { ...texts.review, next: link.next },
          stops: { ...texts.stops, ...link.stops },
        }}
        initial={initial}
        towns={initial.state_abbr ? listMunicipalities(initial.state_abbr as StateAbbr) : []}
        link={token}
        posterPreview={initial.poster_path && signedPath(eventFileUrl(initial.poster_path))}
      />
    </NextIntlClientProvider>
  );
}
