"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { requestLinkAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import { GoogleButton } from "./google-button";
import type { AccountFormContext } from "./account-form-context";
import { LoginForm } from "./login-form";
import { MailForm } from "./mail-form";
import { SecondFactorPanel, type SecondFactorStep } from "./second-factor-panel";
import { TextLink } from "./text-link";

type LoginPanelProps = {
  formContext: AccountFormContext & { area: SignInArea };
  offers: { google: boolean; phone: boolean };
  links: { recovery: string; signUp: string | null };
};

/** All sign-in methods: password (then a code if the account has a second factor), a link by e-mail, Google. */
export function LoginPanel({ formContext, offers, links }: LoginPanelProps) {
  const [way, setWay] = useState<"password" | "phone" | "link" | SecondFactorStep>("password");
  const { login, form, phone } = useAccountTexts("login", "form", "phone");
  if (way === "code" || way === "enrolment") return <SecondFactorPanel formContext={formContext} step={way} />;
  return (
    <div className="grid gap-5">
      {way !== "link" ? (
        <LoginForm key={way} formContext={formContext} byPhone={way === "phone"} onSecondFactor={setWay}>
          <TextLink href={links.recovery}>{login.forgot}</TextLink>
        </LoginForm>
      ) : (
        <MailForm action={requestLinkAction} part="link" formContext={formContext} />
      )}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {form.or}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          variant="outline"
          className="whitespace-normal"
          onClick={() => setWay(way === "link" ? "password" : "link")}
        >
          {way === "link" ? login.byPassword : login.byLink}
        </Button>
        {offers.phone && (
          <Button
            variant="outline"
            className="whitespace-normal"
            onClick={() => setWay(way === "phone" ? "password" : "phone")}
          >
            {way === "phone" ? phone.useEmail : phone.usePhone}
          </Button>
        )}
        {offers.google && <GoogleButton formContext={formContext} />}
      </div>
      {links.signUp && (
        <p>
          {login.newHere} <TextLink href={links.signUp}>{login.signUp}</TextLink>
        </p>
      )}
    </div>
  );
}
