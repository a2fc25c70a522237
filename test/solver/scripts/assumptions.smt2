; Assumptions that failed are given back as they were given.
(set-option :produce-unsat-assumptions true)
(set-logic QF_BV)
(declare-const p Bool)
(declare-const |a b| Bool)
(declare-const q Bool)
(declare-const x (_ BitVec 8))
(assert (! (=> p q) :named rule))
(check-sat-assuming (p (not q)))
;> unsat
(get-unsat-assumptions)
;> (p (not q))
(get-unsat-core)
;> (rule)
(check-sat-assuming ((not p) |a b| (not |a b|) q))
;> unsat
(get-unsat-assumptions)
;> (|a b| (not |a b|))
(get-unsat-core)
;> ()
(check-sat-assuming ((not (not p)) (bvult x #x05) (bvugt x (_ bv9 8))))
;> unsat
(get-unsat-assumptions)
;> ((bvult x #x05) (bvugt x (_ bv9 8)))
(check-sat-assuming (q))
;> sat
