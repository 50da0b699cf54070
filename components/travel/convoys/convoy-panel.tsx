"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { useHydrated } from "@/components/form/use-hydrated";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { leaveConvoyAction } from "@/lib/travel/convoys/actions";
import { convoyPath, CONVOYS_PATH, memberViews } from "@/lib/travel/convoys/rules";
import type { Convoy } from "@/lib/travel/convoys/schema";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { ConvoyMapBox } from "./convoy-map-box";
import { ConvoyMembers } from "./convoy-members";
import { GuestLeaveButton } from "./guest-leave-button";
import { OwnStatus } from "./own-status";
import { RegroupPoints } from "./regroup-points";
import type { Listen } from "./use-channel";
import { useConvoy } from "./use-convoy";
import { useConvoyTexts } from "./convoy-texts";

type Props = {
  initial: Convoy;
  locale: Locale;
  siteUrl: string;
  /** Null where the backend has no Realtime: the page then asks every ten seconds. */
  listen: Listen | null;
  /** Of a guest without an account; null for a member. */
  token?: string | null;
};

/** A running convoy on the phone of a member. */
export function ConvoyPanel({ initial, locale, siteUrl, listen, token = null }: Props) {
  const texts = useConvoyTexts();
  const live = useConvoy(initial, listen, token);
  const { convoy, connection, isOver, now } = live;
  if (connection === "gone") return <ClosedConvoy locale={locale} isGuest={token !== null} />;
  const members = memberViews(convoy.members, now, isOver);
  return (
    <div className="grid gap-6">
      <Freshness live={live} />
      {!isOver && <CallsForHelp convoy={convoy} />}
      {!isOver && (
        <>
          <OwnStatus live={live} locale={locale} />
          <Invitation convoy={convoy} locale={locale} siteUrl={siteUrl} />
        </>
      )}
      {!isOver && <ConvoyMapBox members={members} points={convoy.regroup_points} />}
      <ConvoyMembers
        code={convoy.code}
        members={members}
        isLeader={convoy.is_leader}
        locale={locale}
        onChanged={live.report}
      />
      <RegroupPoints convoy={convoy} place={live.place} onChanged={live.report} />
      {!isOver && <p className="text-muted">{texts.noSignal}</p>}
      <p className="text-muted">{texts.privacy}</p>
      {token === null ? (
        <LeaveButton convoy={convoy} locale={locale} />
      ) : (
        <GuestLeaveButton code={convoy.code} token={token} />
      )}
    </div>
  );
}

type PartProps = Pick<Props, "locale"> & { convoy: Convoy };

/** How old the shown convoy is, and whether changes arrive by themselves. */
function Freshness({ live }: { live: ReturnType<typeof useConvoy> }) {
  const texts = useConvoyTexts();
  const { connection, isOver, minutes } = live;
  const updated = minutes === 0 ? texts.updatedNow : texts.updated.replace("{minutes}", String(minutes));
  return (
    <div className="rounded-xl border-2 border-line bg-surface p-3">
      <p role="status">{isOver ? texts.over : texts.connection[connection]}</p>
      {/* Not announced: it changes every minute. */}
      {!isOver && <p className="text-muted">{updated}</p>}
    </div>
  );
}

/** Who needs help, above everything else: the list of members begins below the first screen of a phone. */
function CallsForHelp({ convoy }: Pick<PartProps, "convoy">) {
  const texts = useConvoyTexts();
  const names = convoy.members.filter(({ status, is_self: isSelf }) => status === "help" && !isSelf);
  if (names.length === 0) return null;
  return (
    <p role="alert" className="rounded-xl border-2 border-danger bg-surface p-3 text-lg font-semibold wrap-anywhere">
      {texts.needsHelp.replace("{names}", names.map(({ name }) => name).join(", "))}{" "}
      <a href="#convoy-members" className="text-link underline">
        {texts.seeWhere}
      </a>
    </p>
  );
}

function Invitation({ convoy: { name, code }, locale, siteUrl }: PartProps & Pick<Props, "siteUrl">) {
  const texts = useConvoyTexts();
  const invitation = texts.invitation
    .replace("{name}", name)
    .replace("{code}", code)
    .replace("{link}", new URL(localePath(locale, convoyPath(code)), siteUrl).href);
  return (
    <Button asChild variant="outline" className="h-auto min-h-11 py-2 text-center whitespace-normal">
      <a href={whatsappShare(invitation)} target="_blank" rel="noopener">
        {texts.invite} {code}
      </a>
    </Button>
  );
}

function LeaveButton({ convoy, locale }: PartProps) {
  const texts = useConvoyTexts();
  const router = useRouter();
  const hydrated = useHydrated();
  const own = convoy.members.find((member) => member.is_self);
  const leave = useAction(leaveConvoyAction, {
    onSuccess: () => router.push(localePath(locale, CONVOYS_PATH)),
    onError: ({ error }) => notifyFailure(error),
  });
  if (!own) return null;
  return (
    <Button
      variant="danger"
      className="w-fit"
      disabled={!hydrated || leave.isPending}
      onClick={() => {
        whenConfirmed(convoy.is_leader ? texts.confirmDelete : texts.confirmLeave, () =>
          leave.execute({ code: convoy.code, member: own.id }),
        );
      }}
    >
      {convoy.is_leader ? texts.delete : texts.leave}
    </Button>
  );
}

/** Shows nothing of a convoy that the account or guest may no longer read. */
function ClosedConvoy({ locale, isGuest }: Pick<Props, "locale"> & { isGuest: boolean }) {
  const texts = useConvoyTexts();
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-xl border-2 border-line bg-surface p-3">
        {texts.connection.gone}
      </p>
      {!isGuest && (
        <Button asChild className="w-fit">
          <a href={localePath(locale, CONVOYS_PATH)}>{texts.backToList}</a>
        </Button>
      )}
    </div>
  );
}
