"use client";

import type { Messages } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Door } from "@/lib/accounts/rules";
import { requestLinkAction } from "@/lib/accounts/actions";
import { CodeForm } from "./code-form";
import { GoogleButton } from "./google-button";
import type { Journey } from "./journey";
import { LoginForm } from "./login-form";
import { MailForm } from "./mail-form";
import { TextLink } from "./text-link";

type Texts = Messages["accounts"];

type LoginPanelProps = {
  texts: Pick<Texts, "login" | "code" | "link" | "form" | "validation">;
  journey: Journey & { door: Door };
  offers: { google: boolean; phone: boolean };
  links: { recovery: string; signUp: string | null };
};

/** Every way in: password (then a code when the account has a second factor), a link by e-mail, Google. */
export function LoginPanel({ texts, journey, offers, links }: LoginPanelProps) {
  const [way, setWay] = useState<"password" | "link" | "code">("password");
  const { login } = texts;
  if (way === "code") return <CodeForm texts={texts} journey={journey} />;
  return (
    <div className="grid gap-5">
      {way === "password" ? (
        <LoginForm texts={texts} journey={journey} withPhone={offers.phone} onCode={() => setWay("code")}>
          <TextLink href={links.recovery}>{login.forgot}</TextLink>
        </LoginForm>
      ) : (
        <MailForm action={requestLinkAction} texts={texts.link} validation={texts.validation} journey={journey} />
      )}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {texts.form.or}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="outline" className="whitespace-normal" onClick={() => setWay(way === "link" ? "password" : "link")}>
          {way === "link" ? login.byPassword : login.byLink}
        </Button>
        {offers.google && <GoogleButton label={login.google} journey={journey} />}
      </div>
      {links.signUp && (
        <p>
          {login.newHere} <TextLink href={links.signUp}>{login.signUp}</TextLink>
        </p>
      )}
    </div>
  );
}
