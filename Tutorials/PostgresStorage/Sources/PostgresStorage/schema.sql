-- What a storage has in its database. The first process that opens it runs this script, in one transaction.

-- One process at a time.
SELECT pg_advisory_xact_lock(hashtextextended('statoscope_state', 3));

-- The values by their keys, whose text is in UTF-8; bytes, because a text cannot have every character in it.
CREATE TABLE IF NOT EXISTS statoscope_state (
  key bytea PRIMARY KEY,
  value bytea NOT NULL
);

-- The answers to commits, for those that are sent again.
CREATE TABLE IF NOT EXISTS statoscope_commits (
  id uuid PRIMARY KEY,
  made boolean NOT NULL,
  answered timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS statoscope_commits_answered ON statoscope_commits (answered);

-- Makes all changes of a commit or none, in one round trip.
--
-- commit_id                       a commit that was answered before gets the same answer, and changes nothing
-- expected_keys, expected_values  what the changes are based on; null for a key without a value
-- changed_keys, changed_values    what to write; null removes the value
-- news                            the payload of the notification
--
-- It is volatile, and transactions are "read committed": each statement sees what was committed before it began, so what is
-- compared is the newest.
CREATE OR REPLACE FUNCTION statoscope_commit(
  commit_id uuid,
  expected_keys bytea[],
  expected_values bytea[],
  changed_keys bytea[],
  changed_values bytea[],
  news text
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  everything CONSTANT bigint := hashtextextended('statoscope_state', 2);
  lock_number bigint;
  is_made boolean;
BEGIN
  -- An earlier attempt may still be in progress on a connection that was lost.
  PERFORM pg_advisory_xact_lock(hashtextextended(commit_id::text, 1));
  -- A write, so that the answer waits for a standby as the first one did.
  UPDATE statoscope_commits SET answered = now() WHERE id = commit_id RETURNING made INTO is_made;
  IF FOUND THEN
    RETURN is_made;
  END IF;

  -- Locks of numbers, so that keys without a row are locked, too; in the order of the numbers, so that no two commits
  -- wait for each other. The server has room for some thousand locks only: a commit of many keys locks all others out.
  IF cardinality(expected_keys) + cardinality(changed_keys) > 500 THEN
    PERFORM pg_advisory_xact_lock(everything);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(everything);
    FOR lock_number IN
      SELECT DISTINCT hashtextextended(encode(key, 'hex'), 0) AS number
      FROM unnest(expected_keys || changed_keys) AS keys (key)
      ORDER BY number
    LOOP
      PERFORM pg_advisory_xact_lock(lock_number);
    END LOOP;
  END IF;

  is_made := NOT EXISTS (
    SELECT FROM unnest(expected_keys, expected_values) AS expected (key, value)
    WHERE (SELECT state.value FROM statoscope_state AS state WHERE state.key = expected.key)
      IS DISTINCT FROM expected.value
  );
  IF is_made THEN
    IF array_position(changed_values, NULL) IS NOT NULL THEN
      DELETE FROM statoscope_state WHERE key = ANY (ARRAY(
        SELECT changed.key FROM unnest(changed_keys, changed_values) AS changed (key, value)
        WHERE changed.value IS NULL
      ));
    END IF;
    INSERT INTO statoscope_state AS state (key, value)
      SELECT changed.key, changed.value FROM unnest(changed_keys, changed_values) AS changed (key, value)
      WHERE changed.value IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE state.value <> excluded.value;
    IF cardinality(changed_keys) > 0 THEN
      PERFORM pg_notify('statoscope_state', news);
    END IF;
  END IF;
  -- Refusals, too: an attempt that comes late must not be made after one was answered.
  INSERT INTO statoscope_commits (id, made) VALUES (commit_id, is_made);

  -- Now and then: each time ten times as many as have been added since.
  IF random() < 0.01 THEN
    DELETE FROM statoscope_commits WHERE id = ANY (ARRAY(
      SELECT id FROM statoscope_commits WHERE answered < now() - interval '2 hours'
      ORDER BY answered LIMIT 1000 FOR UPDATE SKIP LOCKED
    ));
  END IF;
  RETURN is_made;
END
$$;

-- The version, by which a process knows that it need not run this.
COMMENT ON TABLE statoscope_state IS 'statoscope version 1';
