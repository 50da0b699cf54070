import { ExternalLink, LifeBuoy, Menu, X } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SearchLink } from "../../geo/search/search-link";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { SettingsWithExamples } from "@/lib/platform/settings/schema";
import { AccountMenu } from "./account-menu";
import { ExampleMark } from "../../ui/example-mark";
import { LanguageSwitch } from "../../ui/language-switch";
import { LeaveDialog } from "./leave-dialog";
import { NavLink } from "./nav-link";
import { navPath, offeredNavigation, type NavItem } from "./navigation";
import { PortalLogo } from "./portal-logo";
import { ThemeToggle } from "../../ui/theme-toggle";
import { Icon } from "@/components/ui/icon";

type Props = { settings: SettingsWithExamples; state: { uf: string; name: string } | null };

const DESKTOP_LINK =
  "inline-block whitespace-nowrap rounded-md px-[0.3rem] py-1.5 font-display text-[0.98rem] 2xl:px-1.5 2xl:text-[1.05rem] leading-none text-muted hover:text-text aria-[current]:text-text aria-[current]:underline aria-[current]:decoration-faixa aria-[current]:decoration-[3px] aria-[current]:underline-offset-4";
const MENU_LINK =
  "flex min-h-11 items-center gap-2 rounded-lg px-3 font-display text-xl hover:bg-raised aria-[current]:bg-raised aria-[current]:text-faixa-text";

export async function SiteHeader({ settings, state }: Props) {
  const t = await getTranslations("site/layout");
  const locale = await getLocale();
  const uf = state?.uf ?? null;
  const link = (item: NavItem, className: string) => (
    <NavLink
      key={item.key}
      href={localePath(locale, navPath(item, uf))}
      label={t(`nav.${item.key}`)}
      className={className}
      currentOn={item.currentOn}
      isSection={item.key !== "home"}
      needsState={item.scope === "required" && !uf}
    />
  );
  const navigation = offeredNavigation(settings);
  const external = (
    [
      ["url_marketplace", "nav.marketplace"],
      ["url_blog", "nav.blog"],
    ] as const
  ).filter(([key]) => settings[key]);
  const externalLink = (className: string) =>
    external.map(([key, label]) => (
      <a key={key} href={settings[key]} target="_blank" rel="noopener" className={className}>
        {t(label)}
        <Icon of={ExternalLink} className="ml-1 inline size-3.5" label={t("nav.newTab")} />
        {settings.examples.includes(key) && <ExampleMark label={t("example")} />}
      </a>
    ));
  return (
    <header
      className={`sticky top-0 z-40 h-16 border-b border-line bg-surface text-text ${settings.dark_header ? "dark" : ""}`}
      data-slot="site-header"
    >
      {/* Hidden until its last child is parsed: before that the items would be painted further right and then shift. */}
      <div className="mx-auto flex h-full max-w-[90rem] items-center gap-1 px-3 not-has-[>[popovertarget=mobile-menu]]:invisible sm:gap-2 sm:px-5 xl:gap-0">
        <Link
          href={localePath(locale, uf ? `/${uf}/home` : "/home")}
          className="mr-auto flex min-w-10 items-center gap-2 overflow-hidden rounded-lg xl:mr-3 xl:shrink-0"
        >
          <PortalLogo url={settings.portal_logo_url} className="size-10" />
          {/* The button that leaves a state takes the room of the name on a phone. */}
          <span
            className={`font-display text-2xl leading-none tracking-wide max-[28rem]:text-lg ${state ? "max-[26rem]:sr-only" : "max-[24rem]:sr-only"}`}
          >
            LACAMBECHE
          </span>
        </Link>
        {/* One or two rows of links, of about the same length. */}
        <nav aria-label={t("nav.label")} className="hidden min-w-0 flex-1 text-balance leading-none xl:block">
          {navigation.filter((item) => !item.mobileOnly).map((item) => link(item, DESKTOP_LINK))}
          {externalLink(DESKTOP_LINK)}
        </nav>
        <Link
          href={localePath(locale, BREAKDOWN_PATH)}
          aria-label={t("nav.breakdown")}
          title={t("nav.breakdown")}
          className="grid size-11 shrink-0 place-items-center rounded-lg text-danger hover:bg-raised"
        >
          <Icon of={LifeBuoy} className="size-5" />
        </Link>
        <SearchLink />
        <div className="hidden sm:block">
          <LanguageSwitch label={t("language")} />
        </div>
        <div className="max-[26rem]:hidden">
          <ThemeToggle label={t("theme")} />
        </div>
        {state && <LeaveDialog state={state} />}
        <AccountMenu uf={uf} />
        <button
          type="button"
          popoverTarget="mobile-menu"
          aria-label={t("nav.menu")}
          className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-raised xl:hidden"
        >
          <Icon of={Menu} className="size-6" />
        </button>
      </div>
      <div
        id="mobile-menu"
        popover="auto"
        className="ml-auto h-dvh max-h-none w-full max-w-sm overflow-y-auto border-l border-line bg-surface p-4 text-text"
      >
        <div className="mb-2 flex items-center justify-between">
          <LanguageSwitch label={t("language")} />
          <ThemeToggle label={t("theme")} />
          <button
            type="button"
            popoverTarget="mobile-menu"
            popoverTargetAction="hide"
            aria-label={t("nav.closeMenu")}
            className="grid size-11 place-items-center rounded-lg hover:bg-raised"
          >
            <Icon of={X} className="size-6" />
          </button>
        </div>
        <nav aria-label={t("nav.label")} className="grid">
          {navigation.map((item) => link(item, MENU_LINK))}
          {externalLink(MENU_LINK)}
          <Link href={localePath(locale, BREAKDOWN_PATH)} className={`${MENU_LINK} text-danger`}>
            {t("nav.breakdown")}
          </Link>
          <Link
            href={localePath(locale, uf ? `/${uf}/publicar-evento` : "/publicar-evento")}
            className={`${MENU_LINK} text-faixa-text`}
            data-role-link="admin"
            hidden
          >
            {t("nav.createEvent")}
          </Link>
        </nav>
      </div>
    </header>
  );
}
