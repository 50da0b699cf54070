"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { useHydrated } from "@/components/form/use-hydrated";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { leaveConvoyAction } from "@/lib/convoys/actions";
import { CONVOYS_PATH, seenMembers } from "@/lib/convoys/rules";
import { STATUSES, type Convoy } from "@/lib/convoys/schema";
import { formatMoment } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { ConvoyMembers } from "./convoy-members";
import { RegroupPoints } from "./regroup-points";
import { useConvoy } from "./use-convoy";

type Props = { initial: Convoy; texts: Messages["convoys"]; locale: Locale; siteUrl: string };

const LOOK = { driving: "primary", stopped: "faixa", help: "danger" } as const;

/** A running convoy on the phone of a member. */
export function ConvoyPanel({ initial, texts, locale, siteUrl }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const live = useConvoy(initial);
  const { convoy, connection, isOver, status, sharing, isWatching } = live;
  const own = convoy.members.find((member) => member.is_self);
  const leave = useAction(leaveConvoyAction, {
    onSuccess: () => router.push(localePath(locale, CONVOYS_PATH)),
    onError: ({ error }) => notifyFailure(error),
  });
  const invitation = texts.invitation
    .replace("{name}", convoy.name)
    .replace("{code}", convoy.code)
    .replace("{link}", new URL(localePath(locale, `${CONVOYS_PATH}/${convoy.code}`), siteUrl).href);
  const members = seenMembers(convoy.members, Date.parse(convoy.now));
  return (
    <div className="grid gap-6">
      <p role="status" className="rounded-xl border-2 border-line bg-surface p-3">
        {isOver ? texts.over : `${texts.connection[connection]} ${texts.updated} ${formatMoment(convoy.now, locale)}.`}
      </p>
      {!isOver && (
        <>
          <section aria-labelledby="own-status" className="grid gap-3">
            <h2 id="own-status" className="display-2">
              {texts.you}
            </h2>
            <div className="grid gap-2 sm:grid-cols-3">
              {STATUSES.map((one) => (
                <Button
                  key={one}
                  variant={status === one ? LOOK[one] : "outline"}
                  aria-pressed={status === one}
                  disabled={!hydrated}
                  className="h-14 text-xl"
                  onClick={() => live.tell(one)}
                >
                  {texts.tell[one]}
                </Button>
              ))}
            </div>
            {status === "help" && (
              <a href={localePath(locale, "/socorro")} className="text-link underline">
                {texts.breakdown}
              </a>
            )}
            <Button
              variant={isWatching ? "outline" : "primary"}
              disabled={!hydrated}
              className="h-14 text-xl"
              onClick={() => (isWatching ? live.hide() : live.share())}
            >
              {isWatching ? texts.hide : texts.share}
            </Button>
            <p role="status">{texts.sharing[sharing].replace("{until}", formatMoment(convoy.ends_at, locale))}</p>
          </section>
          <Button asChild variant="outline" className="h-auto min-h-11 py-2">
            <a href={whatsappShare(invitation)} target="_blank" rel="noopener">
              {texts.invite} {convoy.code}
            </a>
          </Button>
        </>
      )}
      <ConvoyMembers
        code={convoy.code}
        members={members}
        isLeader={convoy.is_leader}
        texts={texts}
        locale={locale}
        onChanged={live.report}
      />
      <RegroupPoints convoy={convoy} texts={texts} place={live.place} onChanged={live.report} />
      <p className="text-muted">{texts.noSignal}</p>
      {own && (
        <Button
          variant="danger"
          className="w-fit"
          disabled={!hydrated || leave.isPending}
          onClick={() => {
            if (window.confirm(convoy.is_leader ? texts.confirmDelete : texts.confirmLeave))
              leave.execute({ code: convoy.code, member: own.id });
          }}
        >
          {convoy.is_leader ? texts.delete : texts.leave}
        </Button>
      )}
    </div>
  );
}
