import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import type { OwnClub } from "@/lib/guide/clubs/queries";
import { newClubEventPath } from "@/lib/guide/clubs/rules";
import { localePath } from "@/lib/platform/i18n/routing";

/** The clubs that the signed-in account runs. */
export async function OwnClubs({ clubs }: { clubs: readonly OwnClub[] }) {
  const t = await getTranslations("guide/clubs");
  const locale = await getLocale();
  if (clubs.length === 0) return null;
  return (
    <Card>
      <CardTitle className="mb-4">{t("own.title")}</CardTitle>
      <ul className="grid gap-4">
        {clubs.map(({ id, name, state_abbr: state, role }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-3 border-t-2 border-line pt-4 first:border-0 first:pt-0"
          >
            <span className="mr-auto">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-muted">{` · ${state} · ${t(`members.role.${role}`)}`}</span>
            </span>
            <Link href={localePath(locale, newClubEventPath(id))} className={buttonClass({})}>
              {t("own.newEvent")}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
