import { AtSign, FileText, Globe, Mail, Phone } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SourceLinks } from "@/components/guide/services/source-links";
import { Icon } from "@/components/ui/icon";
import type { listConfirmedVehicles, PublicEvent } from "@/lib/events/events/queries";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { SPONSOR_TIERS } from "@/lib/platform/supabase/database-constants/events";

const LINK =
  "inline-flex min-h-11 items-center gap-1.5 font-semibold text-link underline underline-offset-4 wrap-anywhere";
const OUT = { target: "_blank", rel: "noopener nofollow" } as const;

/** Confirmed cars whose owners allow it: make, model, year and colour. */
export async function EventVehicles({ vehicles }: { vehicles: Awaited<ReturnType<typeof listConfirmedVehicles>> }) {
  const t = await getTranslations("events/events.page");
  if (vehicles.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("cars", { count: vehicles.length })}</h2>
      <p className="mt-1 text-muted">{t("carsLead")}</p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {vehicles.map(({ make, model, year, color }, index) => (
          <li key={index} className="flex gap-3 rounded-xl border-2 border-line bg-surface px-3 py-2">
            <span className="font-display text-xl tabular">{year}</span>
            <span className="min-w-0 wrap-anywhere">
              {`${make} ${model}`}
              {color && <span className="text-muted">{` · ${color}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sponsors, the first tier first. */
export async function EventSponsors({ sponsors }: { sponsors: PublicEvent["event_sponsors"] }) {
  const t = await getTranslations("events/events.page");
  if (sponsors.length === 0) return null;
  const rank = (tier: string) => SPONSOR_TIERS.findIndex((one) => one === tier);
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("sponsors")}</h2>
      <ul className="mt-3 flex flex-wrap items-center gap-4">
        {sponsors
          .toSorted((a, b) => rank(a.tier) - rank(b.tier) || a.position - b.position)
          .map(({ id, name, url, logo_path }) => {
            const shown = logo_path ? (
              <img
                src={eventFileUrl(logo_path)}
                alt={name}
                height={64}
                loading="lazy"
                className="h-16 w-auto rounded"
              />
            ) : (
              <span className="font-display text-xl">{name}</span>
            );
            return (
              <li key={id}>
                {url ? (
                  <a href={url} {...OUT} className={LINK}>
                    {shown}
                  </a>
                ) : (
                  shown
                )}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

/** Gallery, results and documents of an event. */
export async function EventFiles({ media, title }: { media: PublicEvent["event_media"]; title: string }) {
  const t = await getTranslations("events/events.page");
  const locale = await getLocale();
  const pictures = media.filter(({ kind, path }) => kind === "gallery" && path.endsWith(".webp"));
  const files = media.filter((file) => !pictures.includes(file));
  return (
    <>
      {pictures.length > 0 && (
        <section className="mt-10">
          <h2 className="display-2">{t("gallery")}</h2>
          <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {pictures.map((picture) => (
              <li key={picture.id}>
                <img
                  src={eventFileUrl(picture.path)}
                  alt={translated(picture, "title", locale).text || title}
                  loading="lazy"
                  className="aspect-[3/2] w-full rounded-xl border-2 border-line object-cover"
                />
                {picture.credit && <p className="mt-1 text-sm text-muted">{t("credit", { credit: picture.credit })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.length > 0 && (
        <section className="mt-10">
          <h2 className="display-2">{t("files")}</h2>
          <ul className="mt-2 grid gap-1">
            {files.map((file) => (
              <li key={file.id}>
                <a href={eventFileUrl(file.path)} className={LINK}>
                  <Icon of={FileText} className="size-5 shrink-0" />
                  {translated(file, "title", locale).text || t(file.kind === "result" ? "result" : "document1")}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Who organises the event and how to reach them, as they published it. */
export async function EventContact({ event }: { event: PublicEvent }) {
  const t = await getTranslations("events/events.page");
  const locale = await getLocale();
  const links = [
    event.organizer_phone && {
      icon: Phone,
      href: `tel:${event.organizer_phone.replaceAll(/[^+\d]/g, "")}`,
      text: event.organizer_phone,
    },
    event.organizer_email && { icon: Mail, href: `mailto:${event.organizer_email}`, text: event.organizer_email },
    event.website && { icon: Globe, href: event.website, text: t("website"), ...OUT },
    event.instagram && {
      icon: AtSign,
      href: `https://www.instagram.com/${event.instagram}/`,
      text: event.instagram,
      ...OUT,
    },
  ].filter((link) => link !== null && link !== "");
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("organizer")}</h2>
      <p className="mt-2 text-lg">{event.organizer_name}</p>
      {event.club && (
        <p>
          <Link
            href={localePath(locale, `/${event.club.state_abbr.toLowerCase()}/clubes-parceiros#${event.club.slug}`)}
            className={LINK}
          >
            {event.club.name}
          </Link>
        </p>
      )}
      <p className="flex flex-wrap gap-x-5">
        {links.map(({ icon, text, ...link }) => (
          <a key={link.href} {...link} className={LINK}>
            <Icon of={icon} className="size-4 shrink-0" />
            {text}
          </a>
        ))}
      </p>
      <SourceLinks label={t("sources")} sources={event.sources} />
    </section>
  );
}
