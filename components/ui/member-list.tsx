import { getLocale } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { controlClass } from "@/components/ui/input";
import { formatDay } from "@/lib/platform/format";
import { CommandForm } from "./command-form";
import { SystemSection } from "./system-page";

type Action = ComponentProps<typeof CommandForm>["action"];
type Member = { id: string; name: string; details: ReactNode; since: string };

type Props = {
  texts: {
    title: string;
    lead: string;
    none: string;
    since: (day: string) => string;
    email: string;
    role: string;
    add: string;
    remove: string;
    confirm: (name: string) => string;
  };
  members: readonly Member[];
  roles: readonly (readonly [value: string, label: string])[];
  add: { action: Action; hidden: Record<string, string> };
  remove: { action: Action; hidden: (id: string) => Record<string, string> };
};

/** Accounts with a role in a club or place, for the team; an account is added by its confirmed e-mail address. */
export async function MemberList({ texts, members, roles, add, remove }: Props) {
  const locale = await getLocale();
  return (
    <SystemSection title={texts.title} lead={texts.lead}>
      {members.length === 0 && <p className="text-muted">{texts.none}</p>}
      <ul className="grid gap-2">
        {members.map(({ id, name, details, since }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="wrap-anywhere">{details}</span>
            <span className="mr-auto text-sm text-muted">{texts.since(formatDay(since, locale))}</span>
            <CommandForm
              action={remove.action}
              hidden={remove.hidden(id)}
              label={texts.remove}
              confirm={texts.confirm(name)}
              variant="outline"
            />
          </li>
        ))}
      </ul>
      <CommandForm action={add.action} hidden={add.hidden} label={texts.add} className="sm:grid-cols-2">
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{texts.email}</span>
          <input type="email" name="email" required maxLength={254} autoComplete="off" className={controlClass} />
        </label>
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{texts.role}</span>
          <select name="role" className={controlClass}>
            {roles.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </CommandForm>
    </SystemSection>
  );
}
