import { AtSign, Globe } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { marksOf } from "@/components/geo/search/list-filter";
import { fold } from "@/lib/platform/slug";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { SourceLinks } from "@/components/guide/services/source-links";
import { Icon } from "@/components/ui/icon";
import { cityPath } from "@/lib/guide/cities/rules";
import type { Club } from "@/lib/guide/clubs/queries";
import { makeKey } from "@/lib/guide/clubs/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

/** Attributes of a club that the client-side filter reads. */
export function clubData(club: Club) {
  return {
    "data-search": fold(`${club.name} ${club.city?.name ?? ""} ${club.state_abbr} ${club.makes.join(" ")}`),
    "data-marks": marksOf({ estado: [club.state_abbr.toLowerCase()], marca: club.makes.map(makeKey) }),
    "data-at": club.city ? `${club.city.lat},${club.city.lng}` : undefined,
  };
}

const LINK = "inline-flex min-h-11 items-center gap-1.5 font-semibold text-link underline underline-offset-4";

/** One club: its data, a label when the data are unverified, and a link to report a correction. */
export async function ClubCard({ club, headingLevel = 3 }: { club: Club; headingLevel?: 2 | 3 }) {
  const t = await getTranslations("guide/clubs");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  const story = translated(club, "story", locale);
  const meeting = translated(club, "meeting_rule", locale).text;
  const claim = new URLSearchParams({ tipo: "clube", clube: club.slug });
  return (
    <article className="flex h-full flex-col gap-2 rounded-2xl border-2 border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <img
          src={`/flags/${club.state_abbr.toLowerCase()}.svg`}
          alt=""
          width={40}
          height={28}
          loading="lazy"
          className="mt-0.5 shrink-0 rounded border border-line"
        />
        <div className="min-w-0">
          <Heading className="text-xl wrap-anywhere">{club.name}</Heading>
          <p className="text-sm text-muted">
            {club.city && (
              <Link
                href={localePath(locale, cityPath(club.city))}
                className="inline-block py-1 text-link underline underline-offset-4"
              >
                {club.city.name}
              </Link>
            )}
            {` ${club.state_abbr}`}
            <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
          </p>
        </div>
        <FavouriteButton
          item={{
            kind: "club",
            id: club.id,
            title: club.name,
            path: `/${club.state_abbr.toLowerCase()}/clubes-parceiros#${club.slug}`,
            state: club.state_abbr,
          }}
          className="-mr-2 -mt-2 ml-auto"
        />
      </div>
      {club.makes.length > 0 && <p>{club.makes.join(" · ")}</p>}
      {story.text && (
        <p>
          {story.text}
          <FallbackMark label={layout("fallback")} show={story.fallback} />
        </p>
      )}
      {meeting && <p>{t("meeting", { rule: meeting })}</p>}
      {club.status === "to_confirm" && (
        <p>
          <PlaceMark title={t("toConfirmHint")}>{t("toConfirm")}</PlaceMark>
        </p>
      )}
      <SourceLinks label={t("sources")} sources={club.sources} />
      <p className="mt-auto flex flex-wrap gap-x-4" data-print="hide">
        {club.website && (
          <a href={club.website} target="_blank" rel="noopener nofollow" className={LINK}>
            <Icon of={Globe} className="size-4" />
            {t("website")}
          </a>
        )}
        {club.instagram && (
          <a
            href={`https://www.instagram.com/${club.instagram}/`}
            target="_blank"
            rel="noopener nofollow"
            className={LINK}
          >
            <Icon of={AtSign} className="size-4" />
            {club.instagram}
          </a>
        )}
        <Link href={localePath(locale, `/${club.state_abbr.toLowerCase()}/cadastro?${claim}`)} className={LINK}>
          {t("claim")}
        </Link>
      </p>
    </article>
  );
}
