import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import type { InboxKey } from "@/lib/panel/inbox/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { InboxQueue } from "./inbox-queue";
import { pageCount } from "@/lib/platform/paging";

type InboxViewProps = {
  kinds: readonly { kind: InboxKey; waiting: number }[];
  current: InboxKey;
  items: readonly InboxItem[];
  total: number;
  page: number;
  pageSize: number;
  decided: boolean;
  account: string;
  /** Address of another view of the same page. */
  href: (changes: { kind?: InboxKey; decided?: boolean; page?: number }) => string;
};

const TAB =
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-4 border-transparent px-3 font-display text-lg text-muted hover:text-text aria-[current]:border-faixa aria-[current]:text-text";

/** Tabs of kinds with the number of waiting items, and the queue of one of them. */
export async function InboxView({
  kinds,
  current,
  items,
  total,
  page,
  pageSize,
  decided,
  account,
  href,
}: InboxViewProps) {
  const t = await getTranslations("panel/inbox");
  const [locale, { "panel/inbox": inbox }] = await Promise.all([getLocale(), getMessages()]);
  const address = (changes: Parameters<typeof href>[0]) => localePath(locale, href(changes));
  const pages = pageCount(total, pageSize);
  return (
    <div className="grid gap-4">
      <nav aria-label={t("kinds")} className="tab-strip empty:hidden">
        {kinds.map(({ kind, waiting }) => (
          <Link
            key={kind}
            href={address({ kind })}
            aria-current={kind === current ? "page" : undefined}
            className={TAB}
          >
            {t(`kind.${kind}`)} <span className="rounded-full bg-raised px-2 text-base tabular">{waiting}</span>
          </Link>
        ))}
      </nav>
      <p className="flex flex-wrap gap-4">
        {[false, true].map((one) => (
          <Link
            key={String(one)}
            href={address({ kind: current, decided: one })}
            aria-current={one === decided ? "true" : undefined}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-text aria-[current]:no-underline"
          >
            {t(one ? "decidedOnes" : "waitingOnes")}
          </Link>
        ))}
      </p>
      <NextIntlClientProvider messages={{ "panel/inbox": inbox }}>
        <InboxQueue
          key={`${current} ${page} ${decided}`}
          items={items}
          account={account}
          base={localePath(locale, "/").replace(/\/$/, "")}
          locale={locale}
        />
      </NextIntlClientProvider>
      <Pager page={page} last={pages} hrefOf={(to) => address({ kind: current, decided, page: to })} />
    </div>
  );
}
