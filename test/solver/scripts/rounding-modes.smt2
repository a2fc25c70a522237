; Rounding modes are five different values: constants, variables, choices, functions of them.
(set-logic ALL)
(declare-const r RoundingMode)
(declare-const s RoundingMode)
(declare-const p Bool)
(declare-fun g (RoundingMode) RoundingMode)
(define-fun other ((m RoundingMode)) RoundingMode (ite (= m RNE) RTZ RNE))
(push 1) (assert (distinct RNE RTZ)) (check-sat) (pop 1)
;> sat
(push 1) (assert (= RNE RTZ)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= RNE roundNearestTiesToEven)) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct r s RNE RTZ RTP)) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct r s RNE RTZ RTP RNA)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct (g r) RNE RTZ RTP RTN RNA)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (ite p r s) RNE)) (assert (distinct r RNE)) (assert p) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct r RNE RTZ RTP RTN)) (check-sat) (get-value (r (other r) (ite (= r RNA) RTP RNE))) (pop 1)
;> sat
;> ((r RNA)
;>  ((other r) RNE)
;>  ((ite (= r RNA) RTP RNE) RTP))
(push 1) (assert (distinct r RNE RTZ RTP RNA)) (assert (= (g r) RTP)) (assert (= s (g r))) (check-sat) (get-model) (pop 1)
;> sat
;> (
;>   (define-fun r () RoundingMode RTN)
;>   (define-fun s () RoundingMode RTP)
;>   (define-fun p () Bool false)
;>   (define-fun g ((x!0 RoundingMode)) RoundingMode (ite (and (= x!0 RTN)) RTP RNE))
;> )
; A tenth rounds to one of two neighbours.
(push 1) (assert (= ((_ to_fp 8 24) r 0.1) ((_ to_fp 8 24) RTZ 0.1))) (assert (distinct r RTZ RTN)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct ((_ to_fp 8 24) r 0.1) ((_ to_fp 8 24) s 0.1))) (assert (distinct s RTZ RTN)) (assert (distinct r RTZ)) (check-sat) (get-value (r)) (pop 1)
;> sat
;> ((r RTN))
