-- The team's own work: tasks, and who looks after which state.
create table public.admin_tasks (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '' check (char_length(body) <= 4000),
  status text not null default 'todo' check (status in ('todo', 'doing', 'done')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  state_abbr char(2) references public.states (abbr),
  assigned_to uuid references public.profiles (id) on delete set null,
  due_on date,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.admin_tasks is 'Internal tasks of the team.';
create index admin_tasks_status_idx on public.admin_tasks (status, due_on);
create index admin_tasks_assigned_to_idx on public.admin_tasks (assigned_to);
create index admin_tasks_state_abbr_idx on public.admin_tasks (state_abbr);
create index admin_tasks_updated_at_idx on public.admin_tasks (updated_at desc);

create table public.state_assignments (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) not null references public.states (abbr),
  user_id uuid not null references public.profiles (id) on delete cascade,
  duty text not null default 'editor' check (duty in ('editor', 'reviewer', 'commercial')),
  note text not null default '' check (char_length(note) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, user_id, duty)
);
comment on table public.state_assignments is 'Who of the team answers for which state; says who is asked, not who may edit.';
create index state_assignments_user_id_idx on public.state_assignments (user_id);
create index state_assignments_updated_at_idx on public.state_assignments (updated_at desc);

alter table public.admin_tasks enable row level security;
alter table public.state_assignments enable row level security;
revoke all on public.admin_tasks, public.state_assignments from anon, authenticated;
grant select, insert, update, delete on public.admin_tasks, public.state_assignments to authenticated;
grant all on public.admin_tasks, public.state_assignments to service_role;

create policy "managers read tasks, staff its own" on public.admin_tasks
  for select to authenticated
  using ((select private.has_permission('management')) or (assigned_to = (select auth.uid()) and (select private.is_staff())));
create policy "managers add tasks" on public.admin_tasks
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update tasks" on public.admin_tasks
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete tasks" on public.admin_tasks
  for delete to authenticated using ((select private.has_permission('management')));

create policy "managers read who answers for a state" on public.state_assignments
  for select to authenticated using ((select private.has_permission('management')));
create policy "managers add who answers for a state" on public.state_assignments
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update who answers for a state" on public.state_assignments
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete who answers for a state" on public.state_assignments
  for delete to authenticated using ((select private.has_permission('management')));

-- Names of colleagues for the choice of who does it; a manager need not manage accounts.
create policy "managers read the staff's profiles" on public.profiles
  for select to authenticated
  using (role in ('editor', 'admin', 'main_admin', 'superadministrador') and (select private.has_permission('management')) and (select private.is_staff()));

create trigger admin_tasks_touch before update on public.admin_tasks
  for each row execute function private.touch_updated_at();
create trigger admin_tasks_audit after insert or update or delete on public.admin_tasks
  for each row execute function private.write_audit('id');
create trigger state_assignments_touch before update on public.state_assignments
  for each row execute function private.touch_updated_at();
create trigger state_assignments_audit after insert or update or delete on public.state_assignments
  for each row execute function private.write_audit('id');
