-- What AI answers cost: one row per day (UTC), caller, endpoint and model, counted up with every call.

create table ai_usage (
  day date not null,
  actor_id text collate "C" not null,
  endpoint text not null,
  model_used text not null,
  -- As the caller was called last.
  email text not null,
  calls integer not null,
  -- Calls to a model that could not be used; the tokens that they cost are counted.
  failures integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (day, actor_id, endpoint, model_used)
);
