import { getLocale, getMessages } from "next-intl/server";
import { countInbox, INBOX_PAGE, listInbox } from "@/lib/panel/inbox/queries";
import { isInboxKey, type InboxKey } from "@/lib/panel/inbox/rules";
import type { Account } from "@/lib/platform/auth/account";
import { pageOfQuery } from "@/lib/platform/paging";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const word = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

/** The queue selected by the parameters of the address: `?aba=takedown&decididos=1&pagina=2`; null for accounts that may decide none of these kinds. */
export async function loadInbox(
  account: Account,
  searchParams: SearchParams,
  {
    path,
    name,
    only,
    keep = {},
  }: { path: string; name: string; only?: readonly InboxKey[]; keep?: Record<string, string> },
) {
  const params = await searchParams;
  const kinds = (await countInbox(account)).filter(({ kind }) => !only || only.includes(kind));
  const value = word(params[name]);
  const [first] = kinds.toSorted((a, b) => Number(b.waiting > 0) - Number(a.waiting > 0));
  const current =
    isInboxKey(value) && kinds.some(({ kind }) => kind === value) ? value : (only ? kinds[0] : first)?.kind;
  if (!current) return null;
  const { "panel/approvals": approvals } = await getMessages();
  const decided = word(params.decididos) === "1";
  const page = pageOfQuery(params.pagina);
  const href = (changes: { kind?: InboxKey; decided?: boolean; page?: number }) => {
    const query = new URLSearchParams({ ...keep, [name]: changes.kind ?? current });
    if (changes.decided) query.set("decididos", "1");
    if (changes.page && changes.page > 1) query.set("pagina", String(changes.page));
    return `${path}?${query.toString()}`;
  };
  return {
    kinds,
    current,
    decided,
    page,
    pageSize: INBOX_PAGE,
    account: account.id,
    href,
    ...(await listInbox(current, { decided, page, offers: { words: approvals.offer, locale: await getLocale() } })),
  };
}
