import { RegistrationGone } from "@/components/registrations/registration-gone";

export default function NotFound() {
  return <RegistrationGone />;
}
