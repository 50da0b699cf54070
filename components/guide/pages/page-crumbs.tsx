import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { stateSegment, type State } from "@/lib/geo/states/rules";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  /** Whether the first link is the home page. */
  startsAtHome?: boolean;
  /** The state whose home page is above the page. */
  state?: State | null;
  /** The pages below, with paths without language; the last one is the page itself. */
  crumbs: readonly { name: string; path: string }[];
};

/** The breadcrumb of a public page. */
export async function PageCrumbs({ startsAtHome = true, state, crumbs }: Props) {
  const [t, locale] = [await getTranslations("site/layout"), await getLocale()];
  const above = [
    ...(startsAtHome ? [{ name: t("nav.home"), path: "/home" }] : []),
    ...(state ? [{ name: state.name, path: `/${stateSegment(state.abbr)}/home` }] : []),
  ];
  return (
    <Breadcrumb
      label={t("breadcrumb")}
      crumbs={[...above, ...crumbs].map(({ name, path }) => ({ name, href: localePath(locale, path) }))}
    />
  );
}
