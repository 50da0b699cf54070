"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/input";
import { navigationLinks } from "@/lib/guide/cities/rules";
import { changeConvoyAction, leaveConvoyAction } from "@/lib/travel/convoys/actions";
import type { MemberView } from "@/lib/travel/convoys/rules";
import { formatKm } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { positionAge } from "./position-age";
import { useConvoyTexts } from "./convoy-texts";
import { CONVOY_ROLES } from "@/lib/platform/supabase/database-constants/travel";

type Props = {
  code: string;
  members: readonly MemberView[];
  isLeader: boolean;
  locale: Locale;
  onChanged: () => Promise<void>;
};

const EDGE = { driving: "border-rota", stopped: "border-faixa", help: "border-danger" } as const;

/** Everybody of the convoy with status, distance and last position; the leader also gives roles and removes people. */
export function ConvoyMembers({ code, members, isLeader, locale, onChanged }: Props) {
  const texts = useConvoyTexts();
  return (
    <section aria-labelledby="convoy-members">
      <h2 id="convoy-members" className="display-2">
        {texts.members} ({members.length})
      </h2>
      <ul className="mt-3 grid gap-3 md:grid-cols-2">
        {members.map((member) => (
          <li key={member.id} className={`rounded-2xl border-2 bg-surface p-4 ${EDGE[member.status]}`}>
            <p className="font-display text-xl leading-tight wrap-anywhere">
              {member.name}
              {member.is_self && ` (${texts.self})`}
            </p>
            <p className="text-muted wrap-anywhere">
              {[texts.role[member.role], member.vehicle].filter(Boolean).join(" · ")}
            </p>
            <p className="mt-1 text-lg font-semibold">{texts.status[member.status]}</p>
            <PositionAge member={member} locale={locale} />
            {isLeader && member.role !== "leader" && (
              <LeaderControls code={code} member={member} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PositionAge({ member, locale }: { member: MemberView; locale: Locale }) {
  const texts = useConvoyTexts();
  const { position, km } = member;
  if (!position) return <p>{texts.noPosition}</p>;
  return (
    <>
      <p>
        {positionAge(member, texts)}
        {km !== null && ` · ${texts.away.replace("{km}", formatKm(km, locale))}`}
      </p>
      {!member.is_self && (
        <a
          href={navigationLinks(position).google}
          target="_blank"
          rel="noopener"
          className={buttonClass({ className: "mt-2" })}
        >
          {texts.goThere}
        </a>
      )}
    </>
  );
}

type ControlProps = Pick<Props, "code" | "onChanged"> & { member: MemberView };

function LeaderControls({ code, member, onChanged }: ControlProps) {
  const texts = useConvoyTexts();
  const handlers = {
    onSuccess: () => void onChanged(),
    onError: ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error),
  };
  const change = useAction(changeConvoyAction, handlers);
  const remove = useAction(leaveConvoyAction, handlers);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {member.role !== "guest" && (
        <label className="grid grow gap-1 text-sm">
          {texts.roleOf.replace("{name}", member.name)}
          <select
            value={member.role}
            disabled={change.isPending}
            className={controlClass}
            onChange={(event) =>
              change.execute({
                code,
                changes: { member: member.id, role: event.target.value as (typeof CONVOY_ROLES)[number] },
              })
            }
          >
            {CONVOY_ROLES.map((role) => (
              <option key={role} value={role}>
                {texts.role[role]}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button
        variant="outline"
        className="self-end"
        disabled={remove.isPending}
        onClick={() => {
          whenConfirmed(texts.confirmRemove.replace("{name}", member.name), () =>
            remove.execute({ code, member: member.id }),
          );
        }}
      >
        {texts.remove}
      </Button>
    </div>
  );
}
