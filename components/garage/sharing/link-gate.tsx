import { Link } from "@/components/ui/link";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  /** Whether the link was sent to the account; null without an account. */
  isMine: boolean | null;
  /** Path of the page, where the visitor returns after signing in. */
  path: string;
  texts: { signIn: string; signUp: string; wrongAccount: string };
  children: ReactNode;
};

/** Shows its content to the account that a link was sent to; asks others to sign in with that address. */
export async function LinkGate({ isMine, path, texts, children }: Props) {
  const locale = await getLocale();
  const next = `?next=${encodeURIComponent(localePath(locale, path))}`;
  if (isMine) return children;
  if (isMine === false)
    return (
      <p role="alert" className="font-semibold text-danger">
        {texts.wrongAccount}
      </p>
    );
  return (
    <p className="flex flex-wrap gap-3">
      <Link href={localePath(locale, "/login") + next} className={buttonClass({ look: "primary", size: "lg" })}>
        {texts.signIn}
      </Link>
      <Link href={localePath(locale, "/register-user") + next} className={buttonClass({ size: "lg" })}>
        {texts.signUp}
      </Link>
    </p>
  );
}
